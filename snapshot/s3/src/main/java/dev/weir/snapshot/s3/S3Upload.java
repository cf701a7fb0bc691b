package dev.weir.snapshot.s3;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.UploadPartRequest;

/**
 * The content of one new object. What fits one part is put at once; more goes up part by part while it is written, so that
 * memory is one part. Nothing is visible before {@link #finish}; without it {@link #close} takes everything back. One
 * thread.
 */
final class S3Upload extends OutputStream {

    private static final Logger LOG = LoggerFactory.getLogger(S3Upload.class);

    private static final int FIRST_PART_BYTES = 8 << 20;
    /** Parts grow by their first size after so many: 10,000 parts, the most there may be, hold 400 GiB. */
    private static final int PARTS_PER_SIZE = 1000;

    private final S3Storage storage;
    private final String path;
    private final String bucket;
    private final String key;
    private final CRC32C checksum = new CRC32C();
    private final List<CompletedPart> parts = new ArrayList<>();
    private byte[] buffer = new byte[1 << 16];
    private int buffered;
    private long length;
    private @Nullable String uploadId;
    private boolean finished;

    S3Upload(S3Storage storage, String path) {
        this.storage = storage;
        this.path = path;
        this.bucket = storage.location().bucket();
        this.key = storage.location().key(path);
    }

    private int partBytes() {
        return FIRST_PART_BYTES * (1 + parts.size() / PARTS_PER_SIZE);
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int count) throws IOException {
        checksum.update(bytes, offset, count);
        length += count;
        int from = offset;
        int left = count;
        while (left > 0) {
            if (buffered == partBytes()) {
                sendPart();
            }
            int taken = Math.min(left, partBytes() - buffered);
            ensureCapacity(buffered + taken);
            System.arraycopy(bytes, from, buffer, buffered, taken);
            buffered += taken;
            from += taken;
            left -= taken;
        }
    }

    private void ensureCapacity(int wanted) {
        if (wanted > buffer.length) {
            buffer = Arrays.copyOf(buffer, Math.min(partBytes(), Math.max(wanted, buffer.length * 2)));
        }
    }

    private void sendPart() throws IOException {
        try {
            String id = uploadId;
            if (id == null) {
                id = storage.client()
                        .createMultipartUpload(CreateMultipartUploadRequest.builder()
                                .bucket(bucket)
                                .key(key)
                                .build())
                        .uploadId();
                uploadId = id;
            }
            int number = parts.size() + 1;
            UploadPartRequest request = UploadPartRequest.builder()
                    .bucket(bucket)
                    .key(key)
                    .uploadId(id)
                    .partNumber(number)
                    .contentMD5(Digests.md5(buffer, buffered))
                    .build();
            String tag = storage.client().uploadPart(request, body()).eTag();
            parts.add(CompletedPart.builder().partNumber(number).eTag(tag).build());
            buffered = 0;
        } catch (SdkException e) {
            throw S3Failures.named(storage.location(), path, e);
        }
    }

    private RequestBody body() {
        return RequestBody.fromRemainingByteBuffer(ByteBuffer.wrap(buffer, 0, buffered));
    }

    /**
     * Makes the object visible.
     *
     * @return false where the key was taken
     */
    boolean finish() throws IOException {
        try {
            finished = uploadId == null ? putWhole() : completeParts(uploadId);
            return finished;
        } catch (IOException unanswered) {
            removeIfOurs(unanswered);
            throw unanswered;
        }
    }

    /** After tries without an answer the object may be there all the same. */
    private void removeIfOurs(IOException failure) {
        try {
            if (isOurs()) {
                storage.delete(path);
            }
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    private boolean putWhole() throws IOException {
        PutObjectRequest request = PutObjectRequest.builder()
                .bucket(bucket)
                .key(key)
                .ifNoneMatch("*")
                .contentMD5(Digests.md5(buffer, buffered))
                .build();
        return storage.conditionally(path, () -> storage.once().putObject(request, body()), this::isOurs);
    }

    private boolean completeParts(String id) throws IOException {
        if (storage.exists(path)) {
            return false; // also where a server doesn't know the condition when parts are put together
        }
        sendPart();
        CompleteMultipartUploadRequest request = CompleteMultipartUploadRequest.builder()
                .bucket(bucket)
                .key(key)
                .uploadId(id)
                .ifNoneMatch("*")
                .multipartUpload(upload -> upload.parts(parts))
                .build();
        return storage.conditionally(path, () -> storage.once().completeMultipartUpload(request), this::isOurs);
    }

    /** Read back where an answer was lost. */
    private boolean isOurs() throws IOException {
        CRC32C found = new CRC32C();
        long read = 0;
        byte[] bytes = new byte[1 << 16];
        try (InputStream in = storage.open(path)) {
            for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                found.update(bytes, 0, count);
                read += count;
            }
        } catch (NoSuchFileException e) {
            return false;
        }
        return read == length && found.getValue() == checksum.getValue();
    }

    long length() {
        return length;
    }

    int crc32c() {
        return (int) checksum.getValue();
    }

    /** Takes back what isn't finished. */
    @Override
    public void close() {
        String id = uploadId;
        if (finished || id == null) {
            return;
        }
        try {
            storage.client()
                    .abortMultipartUpload(abort -> abort.bucket(bucket).key(key).uploadId(id));
        } catch (SdkException e) {
            LOG.warn(
                    "parts of an upload could not be taken back: storage={}, path={}; a rule of the bucket should remove"
                            + " incomplete uploads after a day",
                    storage.uri(),
                    path,
                    e);
        }
    }
}
