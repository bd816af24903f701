package io.camelsandbox.component;

import io.camelsandbox.SandboxRefusedException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Both spellings of options: {@code allowed_modules}, as the steps have it, is {@code allowedModules}. */
public final class OptionNames {

    private OptionNames() {}

    /** The camelCase spelling of {@code name}; what follows a dot is a name of the user's own and stays as it is. */
    public static String camelCase(String name) {
        int dot = name.indexOf('.');
        String option = dot < 0 ? name : name.substring(0, dot);
        if (option.indexOf('_') < 0) {
            return name;
        }
        var camel = new StringBuilder();
        boolean upper = false;
        for (char c : option.toCharArray()) {
            if (c == '_') {
                upper = !camel.isEmpty();
            } else {
                camel.append(upper ? Character.toUpperCase(c) : c);
                upper = false;
            }
        }
        return dot < 0 ? camel.toString() : camel + name.substring(dot);
    }

    /**
     * Options under their camelCase names, in their order.
     *
     * @throws SandboxRefusedException when an option is there in both spellings
     */
    public static <T> Map<String, T> camelCase(Map<String, T> options) {
        Map<String, T> named = new LinkedHashMap<>();
        options.forEach((written, value) -> {
            String name = camelCase(written);
            if (named.containsKey(name)) {
                throw new SandboxRefusedException("option " + name + " is given twice, in both of its spellings");
            }
            named.put(name, value);
        });
        return named;
    }
}
