package dev.weir.snapshot.s3;

import dev.weir.snapshot.storage.CheckpointStorage;
import dev.weir.snapshot.storage.StoragePaths;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * Keeps files as objects of a bucket. An object appears whole or not at all, and only where there was none: all writes are
 * conditional. Any thread may use it, and any number of processes.
 *
 * <p>A conditional write is tried once per call of the client, so that "it exists already" is told from "my first try,
 * whose answer was lost, has made it": after a try without an answer the object is read back.
 */
final class S3Storage implements CheckpointStorage {

    /** A conditional write is given up after so many tries without a clear answer. */
    private static final int TRIES = 5;

    private final S3Location location;
    private final SdkHttpClient http;
    private final S3Client client;
    private final S3Client once;

    /**
     * @param http of both clients; closed with the storage
     * @param client tries again by itself
     * @param once doesn't
     */
    S3Storage(S3Location location, SdkHttpClient http, S3Client client, S3Client once) {
        this.location = location;
        this.http = http;
        this.client = client;
        this.once = once;
    }

    @Override
    public String uri() {
        return location.uri();
    }

    @Override
    public boolean putIfAbsent(String path, byte[] content) throws IOException {
        PutObjectRequest request = PutObjectRequest.builder()
                .bucket(location.bucket())
                .key(location.key(StoragePaths.require(path)))
                .ifNoneMatch("*")
                .contentMD5(Digests.md5(content, content.length))
                .build();
        return conditionally(
                path, () -> once.putObject(request, RequestBody.fromBytes(content)), () -> holds(path, content));
    }

    private boolean holds(String path, byte[] content) throws IOException {
        try (InputStream in = open(path)) {
            return Arrays.equals(in.readAllBytes(), content);
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /** Whether what is there is what this call has written. */
    @FunctionalInterface
    interface ReadBack {
        boolean isOurs() throws IOException;
    }

    /**
     * Writes on condition that the key is free.
     *
     * @return false where it was taken by another
     */
    boolean conditionally(String path, Runnable write, ReadBack readBack) throws IOException {
        boolean unanswered = false;
        for (int attempt = 1; ; attempt++) {
            try {
                write.run();
                return true;
            } catch (SdkException e) {
                if (S3Failures.isTaken(e)) {
                    return unanswered && readBack.isOurs();
                }
                if (attempt == TRIES || !S3Failures.isTransient(e)) {
                    throw S3Failures.named(location, path, e);
                }
                unanswered = true;
            }
        }
    }

    @Override
    public StoredFile write(String path, Content content) throws IOException {
        StoragePaths.require(path);
        try (S3Upload upload = new S3Upload(this, path)) {
            content.writeTo(upload);
            if (!upload.finish()) {
                throw new FileAlreadyExistsException(path);
            }
            return new StoredFile(path, upload.length(), upload.crc32c());
        }
    }

    boolean exists(String path) throws IOException {
        try {
            client.headObject(request -> request.bucket(location.bucket()).key(location.key(path)));
            return true;
        } catch (NoSuchKeyException e) {
            return false;
        } catch (SdkException e) {
            throw S3Failures.named(location, path, e);
        }
    }

    S3Location location() {
        return location;
    }

    /** A client that tries again by itself. */
    S3Client client() {
        return client;
    }

    /** A client that tries once. */
    S3Client once() {
        return once;
    }

    @Override
    public InputStream open(String path) throws IOException {
        GetObjectRequest request = GetObjectRequest.builder()
                .bucket(location.bucket())
                .key(location.key(StoragePaths.require(path)))
                .build();
        try {
            return new Aborting(client.getObject(request));
        } catch (SdkException e) {
            throw S3Failures.named(location, path, e);
        }
    }

    /** A reader that has enough doesn't read on to the end for the sake of the connection. */
    private static final class Aborting extends FilterInputStream {
        private final ResponseInputStream<GetObjectResponse> response;

        Aborting(ResponseInputStream<GetObjectResponse> response) {
            super(response);
            this.response = response;
        }

        @Override
        public void close() {
            response.abort();
        }
    }

    @Override
    public List<StoredFile> list(String folder) throws IOException {
        String prefix = location.key(StoragePaths.requireFolder(folder));
        List<StoredFile> found = new ArrayList<>();
        try {
            for (S3Object object : client.listObjectsV2Paginator(
                            request -> request.bucket(location.bucket()).prefix(prefix))
                    .contents()) {
                found.add(new StoredFile(location.path(object.key()), object.size(), 0));
            }
        } catch (SdkException e) {
            throw S3Failures.named(location, folder, e);
        }
        found.sort(Comparator.comparing(StoredFile::path));
        return found;
    }

    @Override
    public void delete(String path) throws IOException {
        String key = location.key(StoragePaths.require(path));
        try {
            client.deleteObject(request -> request.bucket(location.bucket()).key(key));
        } catch (SdkException e) {
            throw S3Failures.named(location, path, e);
        }
    }

    @Override
    public void close() {
        client.close();
        once.close();
        http.close();
    }
}
