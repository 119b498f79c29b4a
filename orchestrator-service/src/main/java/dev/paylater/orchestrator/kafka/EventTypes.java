package dev.paylater.orchestrator.kafka;

import dev.paylater.orchestrator.payment.PaymentEvent;

/** The public names of events: their class names in snake_case. */
final class EventTypes {

    private static final ClassValue<String> NAMES =
            new ClassValue<>() {
                @Override
                protected String computeValue(Class<?> type) {
                    return type.getSimpleName()
                            .replaceAll("([a-z])([A-Z])", "$1_$2")
                            .toLowerCase(java.util.Locale.ROOT);
                }
            };

    private EventTypes() {}

    static String of(PaymentEvent event) {
        return NAMES.get(event.getClass());
    }
}
