package dev.paylater.api.customer;

import dev.paylater.api.document.Values;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.ErrorCode;
import dev.paylater.api.form.Form;
import dev.paylater.api.form.Forms;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Call;
import dev.paylater.api.json.Items;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Scope;
import dev.paylater.api.store.Page;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import tools.jackson.core.JsonGenerator;

/** The customer resource. */
@Controller
final class CustomerController {

    private static final String ID_PREFIX = "cus_";

    private final Form createForm;
    private final Form updateForm;
    private final Customers customers;

    CustomerController(Forms forms, Customers customers) {
        this.createForm = forms.of("CustomerCreateRequest");
        this.updateForm = forms.of("CustomerUpdateRequest");
        this.customers = customers;
    }

    @PostMapping("/customers")
    @Allows(value = KeyKind.SECRET, scope = Scope.PAYMENTS_WRITE)
    Answer create(Call call) {
        var body = call.read(createForm);
        var chosen = body.path("customer_id").asString("");
        var id = chosen.isEmpty() ? call.newId(ID_PREFIX) : chosen;
        if (!customers.create(call.merchantId(), id, body, call.commandId())) {
            throw ApiException.of(
                    ErrorCode.HE_01, "A customer " + id + " exists already", "customer_id");
        }
        return show(require(call, id));
    }

    @GetMapping("/customers")
    @Allows(value = KeyKind.SECRET, scope = Scope.PAYMENTS_READ)
    Answer list(Call call) {
        var limit = Page.limit(call.query("limit"));
        var cursor = call.filter("starting_after");
        var after = cursor == null ? null : require(call, cursor);
        var found = customers.list(call.merchantId(), after, limit + 1);
        return Answer.json(
                json ->
                        Items.writePage(
                                found,
                                limit,
                                Customer::customerId,
                                CustomerController::write,
                                json));
    }

    @GetMapping("/customers/{customerId}")
    @Allows(value = KeyKind.SECRET, scope = Scope.PAYMENTS_READ)
    Answer retrieve(Call call, @PathVariable String customerId) {
        return show(require(call, customerId));
    }

    @PostMapping("/customers/{customerId}")
    @Allows(value = KeyKind.SECRET, scope = Scope.PAYMENTS_WRITE)
    Answer update(Call call, @PathVariable String customerId) {
        var body = call.read(updateForm);
        return show(
                customers
                        .update(call.merchantId(), customerId, body)
                        .orElseThrow(() -> ApiException.notFound("customer")));
    }

    private Customer require(Call call, String customerId) {
        return customers
                .find(call.merchantId(), customerId)
                .orElseThrow(() -> ApiException.notFound("customer"));
    }

    private static Answer show(Customer customer) {
        return Answer.json(json -> write(customer, json));
    }

    static void write(Customer customer, JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("customer_id", customer.customerId());
        json.writeName("name");
        Values.text(customer.name(), json);
        json.writeName("email");
        Values.text(customer.email(), json);
        json.writeName("phone");
        Values.text(customer.phone(), json);
        json.writeName("phone_country_code");
        Values.text(customer.phoneCountryCode(), json);
        json.writeName("description");
        Values.text(customer.description(), json);
        json.writeName("address");
        Values.raw(customer.address(), json);
        json.writeName("metadata");
        Values.raw(customer.metadata(), json);
        json.writeName("default_payment_method_id");
        Values.text(customer.defaultPaymentMethodId(), json);
        json.writeName("created_at");
        Values.time(customer.createdAt(), json);
        json.writeEndObject();
    }
}
