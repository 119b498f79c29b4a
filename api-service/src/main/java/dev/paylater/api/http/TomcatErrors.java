package dev.paylater.api.http;

import dev.paylater.api.error.ErrorCode;
import dev.paylater.api.settings.ServiceUrls;
import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.core.StandardHost;
import org.apache.catalina.valves.ErrorReportValve;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.stereotype.Component;

/** What Tomcat refuses before Spring sees it (a broken path, say) has the one shape as well. */
@Component
final class TomcatErrors implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {

    private final ServiceUrls addresses;

    TomcatErrors(ServiceUrls addresses) {
        this.addresses = addresses;
    }

    @Override
    public void customize(TomcatServletWebServerFactory factory) {
        factory.addContextCustomizers(
                context -> {
                    var host = (StandardHost) context.getParent();
                    host.setErrorReportValveClass(Report.class.getName());
                    host.getPipeline().addValve(new Report(addresses));
                });
    }

    private static final class Report extends ErrorReportValve {

        private static final Logger log = LoggerFactory.getLogger(TomcatErrors.class);

        private final ServiceUrls addresses;

        Report(ServiceUrls addresses) {
            this.addresses = addresses;
        }

        @Override
        protected void report(Request request, Response response, @Nullable Throwable failure) {
            var status = response.getStatus();
            if (status < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
                return;
            }
            var requestId = RequestIds.of(request);
            if (failure instanceof IOException) {
                log.debug("The connection of request {} broke", requestId, failure);
            } else if (failure != null) {
                log.error("Unexpected failure outside of Spring, request {}", requestId, failure);
            }
            try {
                SecurityHeaders.set(response, addresses.isEncrypted());
                response.setHeader(RequestIds.HEADER, requestId);
                Cors.allow(request, response);
                response.setContentType("application/json");
                response.getOutputStream()
                        .write(
                                ErrorBody.of(
                                        code(status),
                                        message(status),
                                        requestId,
                                        addresses.publicUrl()));
                response.finishResponse();
            } catch (IOException e) {
                log.debug("Nobody reads the error any more", e);
            }
        }

        private static ErrorCode code(int status) {
            return switch (status) {
                case 404 -> ErrorCode.IR_02;
                case 405 -> ErrorCode.IR_03;
                default -> status < 500 ? ErrorCode.IR_06 : ErrorCode.HE_00;
            };
        }

        private static String message(int status) {
            if (status == 404) {
                return "Nothing is served at this path";
            }
            return status < 500
                    ? "The request cannot be read as HTTP"
                    : "Something went wrong on our side";
        }
    }
}
