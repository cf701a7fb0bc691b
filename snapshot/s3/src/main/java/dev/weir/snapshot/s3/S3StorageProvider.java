package dev.weir.snapshot.s3;

import dev.weir.snapshot.storage.CheckpointStorage;
import dev.weir.snapshot.storage.CheckpointStorageProvider;
import java.io.IOException;
import java.util.Map;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;

/**
 * Opens storages named {@code s3://bucket/prefix}. Region, endpoint and credentials come from where the AWS tools take
 * them: environment, system properties, profile, role. With an endpoint of one's own buckets are named in the path.
 */
public final class S3StorageProvider implements CheckpointStorageProvider {

    @Override
    public String scheme() {
        return "s3";
    }

    @Override
    public CheckpointStorage open(String uri) throws IOException {
        S3Location location = S3Location.parse(uri);
        SdkHttpClient http = UrlConnectionHttpClient.create();
        try {
            return new S3Storage(location, http, client(http, true), client(http, false));
        } catch (SdkException e) {
            http.close();
            throw new IOException(
                    "a storage in S3 needs a region: storage=" + uri + ", reason: " + e.getMessage()
                            + "; set AWS_REGION for this process",
                    e);
        }
    }

    private static S3Client client(SdkHttpClient http, boolean retries) {
        S3ClientBuilder builder = S3Client.builder()
                .httpClient(http)
                .forcePathStyle(hasOwnEndpoint())
                .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED);
        if (!retries) {
            builder.overrideConfiguration(settings -> settings.retryStrategy(strategy -> strategy.maxAttempts(1)));
        }
        return builder.build();
    }

    private static boolean hasOwnEndpoint() {
        Map<String, String> environment = System.getenv();
        return environment.containsKey("AWS_ENDPOINT_URL")
                || environment.containsKey("AWS_ENDPOINT_URL_S3")
                || System.getProperty("aws.endpointUrl") != null
                || System.getProperty("aws.endpointUrlS3") != null;
    }
}
