package dev.paylater.api.document;

import dev.paylater.kit.security.CustomerAddresses;
import tools.jackson.core.JsonGenerator;

/**
 * What the customer has to do next. The customer is sent through this service, never straight to
 * the provider, so that the way back is known too.
 */
final class NextActions {

    static final String THREE_DS = "three_ds_invoke";

    private final CustomerAddresses addresses;

    NextActions(CustomerAddresses addresses) {
        this.addresses = addresses;
    }

    void write(PaymentView view, JsonGenerator json) {
        var type = PaymentDocument.stage(view.attempt()).section("next_action").text("type");
        if (type == null || !view.document().status().equals("requires_customer_action")) {
            json.writeNull();
            return;
        }
        json.writeStartObject();
        json.writeStringProperty("type", type);
        if (type.equals(THREE_DS)) {
            writeThreeDs(view.document().paymentId(), json);
        } else {
            json.writeStringProperty("redirect_to_url", redirect(view));
            json.writeNullProperty("three_ds_data");
        }
        json.writeEndObject();
    }

    private String redirect(PaymentView view) {
        return addresses.wayOut(
                view.document().paymentId(),
                view.document().merchantId(),
                view.attempt().requiredText("attempt_id"));
    }

    private void writeThreeDs(String paymentId, JsonGenerator json) {
        json.writeNullProperty("redirect_to_url");
        json.writeObjectPropertyStart("three_ds_data");
        var payment = addresses.publicUrl() + "/payments/" + paymentId;
        json.writeStringProperty("three_ds_authentication_url", payment + "/3ds/authentication");
        json.writeStringProperty("three_ds_authorize_url", payment + "/complete_authorize");
        json.writeEndObject();
    }
}
