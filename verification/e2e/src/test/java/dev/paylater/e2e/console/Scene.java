package dev.paylater.e2e.console;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A task with all that it needs, before somebody tries it.
 *
 * @param page where the way to it begins
 * @param way the button, link or field there that only those see who may do it
 * @param addresses of pages that only they may open
 * @param forms that do it
 * @param state what it changes, seen from outside
 * @param deed does it by clicking and typing, and sees what came of it
 */
record Scene(
        String page,
        String way,
        List<String> addresses,
        List<Form> forms,
        Supplier<?> state,
        Deed deed) {

    /** Each page that has the navigation. */
    static final String ANYWHERE = "";

    /** Somebody does it. */
    interface Deed {
        void by(Person person) throws Exception;
    }

    /**
     * A form as somebody forges it who was never shown it.
     *
     * @param refusals the HTTP statuses that refuse it
     */
    record Form(String address, Map<String, String> fields, Set<Integer> refusals) {

        static Form to(String address, String... namesAndValues) {
            var fields = new java.util.LinkedHashMap<String, String>();
            for (var i = 0; i < namesAndValues.length; i += 2) {
                fields.put(namesAndValues[i], namesAndValues[i + 1]);
            }
            return new Form(address, fields, Set.of(403));
        }

        Form refusedWith(Integer... statuses) {
            return new Form(address, fields, Set.of(statuses));
        }
    }

    static Scene at(String page, String way, Deed deed) {
        return new Scene(page, way, List.of(), List.of(), () -> "nothing", deed);
    }

    /** To a page that the navigation leads to. */
    static Scene looking(String address, Deed deed) {
        return at(ANYWHERE, "nav a[href='" + address + "']", deed).behind(address);
    }

    Scene behind(String... more) {
        return new Scene(page, way, List.of(more), forms, state, deed);
    }

    Scene sending(Form... more) {
        return new Scene(page, way, addresses, List.of(more), state, deed);
    }

    Scene changing(Supplier<?> seen) {
        return new Scene(page, way, addresses, forms, seen, deed);
    }
}
