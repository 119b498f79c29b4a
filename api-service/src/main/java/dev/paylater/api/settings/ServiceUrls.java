package dev.paylater.api.settings;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Where things are.
 *
 * @param publicUrl how merchants and their customers reach this API
 * @param connectorUrl connector-service, which takes the providers' notifications
 * @param instance number of this instance from 1, or its name; decides which replies it reads
 */
@ConfigurationProperties("paylater")
public record ServiceUrls(String publicUrl, String connectorUrl, String instance) {

    /** Whether merchants and customers come by HTTPS: everywhere but on one machine. */
    public boolean isEncrypted() {
        return publicUrl.startsWith("https://");
    }
}
