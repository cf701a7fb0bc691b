/** Checkpoints in a bucket of S3, or of any server that speaks its protocol with conditional writes. */
@NullMarked
package dev.weir.snapshot.s3;

import org.jspecify.annotations.NullMarked;
