package dev.weir.snapshot.s3;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.NoSuchFileException;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.NoSuchBucketException;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** What the client's exceptions mean to someone who has to do something about them. */
final class S3Failures {

    private static final int FORBIDDEN = 403;
    private static final int CONFLICT = 409;
    private static final int PRECONDITION_FAILED = 412;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int SERVER_ERROR = 500;

    private S3Failures() {}

    /** Whether the key exists, said by a conditional write. */
    static boolean isTaken(SdkException e) {
        return e instanceof S3Exception s3 && s3.statusCode() == PRECONDITION_FAILED;
    }

    /** Whether trying again can help: the outcome of this try isn't known, or it lost against one that isn't over. */
    static boolean isTransient(SdkException e) {
        if (e instanceof AbortedException) {
            return false;
        }
        if (e instanceof S3Exception s3) {
            int status = s3.statusCode();
            return status >= SERVER_ERROR || status == CONFLICT || status == TOO_MANY_REQUESTS;
        }
        return e instanceof SdkClientException && (e.retryable() || e.getCause() instanceof IOException);
    }

    /** The same as a checked exception, with storage, path and remedy. */
    static IOException named(S3Location location, String path, SdkException e) {
        String where = "storage=" + location.uri() + ", path=" + path;
        if (e instanceof NoSuchKeyException) {
            return new NoSuchFileException(path);
        }
        if (e instanceof AbortedException) {
            InterruptedIOException interrupted = new InterruptedIOException("interrupted: " + where);
            interrupted.initCause(e);
            return interrupted;
        }
        if (e instanceof NoSuchBucketException) {
            return new IOException(
                    "a storage's bucket must exist: " + where + "; create the bucket " + location.bucket(), e);
        }
        if (e instanceof S3Exception s3 && s3.statusCode() == FORBIDDEN) {
            return new IOException(
                    "the credentials must allow to get, put, list and delete objects: " + where + ", reason: "
                            + e.getMessage() + "; check the keys and the bucket's policy",
                    e);
        }
        if (e instanceof SdkClientException && String.valueOf(e.getMessage()).contains("credentials")) {
            return new IOException(
                    "a storage in S3 needs credentials: " + where
                            + "; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or a profile or role, for this process",
                    e);
        }
        return new IOException("S3 refused or didn't answer: " + where + ", reason: " + e.getMessage(), e);
    }
}
