package io.camelsandbox.component;

import io.camelsandbox.Language;
import io.camelsandbox.Quoted;
import io.camelsandbox.SandboxRefusedException;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a message itself asks for: the fields of a body that is a request, or of control headers. Each is null where it
 * is not given.
 */
record RequestFields(
        String code,
        List<String> args,
        Map<String, String> env,
        String timeout,
        String memory,
        String cpu,
        String pids,
        String disk,
        String maxOutput,
        List<String> allowedModules,
        String workingDir,
        String sandboxId) {

    static final RequestFields NONE =
            new RequestFields(null, null, null, null, null, null, null, null, null, null, null, null);

    private static final Set<String> BODY_FIELDS =
            Set.of("code", "command", "timeout", "allowedModules", "workingDir", "env");

    /** Names no content. */
    @Override
    public String toString() {
        return "RequestFields";
    }

    /**
     * Reads a body that is a request in the modules' own fields.
     *
     * @throws SandboxRefusedException when there is another field, a field of a wrong type, or no code
     */
    static RequestFields ofBody(Language language, Map<?, ?> body) {
        Map<String, Object> fields = new LinkedHashMap<>();
        body.forEach((name, value) -> fields.put(String.valueOf(name), value));
        Map<String, Object> named = OptionNames.camelCase(fields);
        for (String name : named.keySet()) {
            if (!BODY_FIELDS.contains(name)) {
                throw new SandboxRefusedException("a request has no field " + Quoted.text(name)
                        + ": use code or command, timeout, allowed_modules, working_dir and env");
            }
            if (name.equals("command") && language != Language.SHELL) {
                throw new SandboxRefusedException("command is a field of shell: use code for " + language.id());
            }
            if (name.equals("allowedModules") && language != Language.PYTHON) {
                throw new SandboxRefusedException("allowed_modules is a field of python, not of " + language.id());
            }
        }
        String code = text(named, "code");
        String command = text(named, "command");
        if (code != null && command != null) {
            throw new SandboxRefusedException("code and command are the same field of a request: give one");
        }
        if (code == null && command == null) {
            throw new SandboxRefusedException("the body is a request without code");
        }
        return new RequestFields(
                code == null ? command : code,
                null,
                textsByName("env", named.get("env")),
                scalar(named, "timeout"),
                null,
                null,
                null,
                null,
                null,
                texts("allowed_modules", named.get("allowedModules")),
                text(named, "workingDir"),
                null);
    }

    private static String text(Map<String, Object> fields, String name) {
        Object value = fields.get(name);
        if (value == null || value instanceof String) {
            return (String) value;
        }
        throw wrongType(name, "a text", value);
    }

    private static String scalar(Map<String, Object> fields, String name) {
        return scalar(name, fields.get(name));
    }

    static String scalar(String name, Object value) {
        if (value == null || value instanceof String) {
            return (String) value;
        }
        if (value instanceof Double || value instanceof Float) {
            double number = ((Number) value).doubleValue();
            if (Double.isFinite(number)) {
                return new BigDecimal(String.valueOf(number)).toPlainString();
            }
        }
        if (value instanceof Number) {
            return value.toString();
        }
        throw wrongType(name, "a number or a text", value);
    }

    static List<String> texts(String name, Object value) {
        if (value == null) {
            return null;
        }
        if (value instanceof String list) {
            return OptionLists.split(list);
        }
        if (value instanceof Object[] array) {
            return texts(name, Arrays.asList(array));
        }
        if (value instanceof Collection<?> values && values.stream().allMatch(RequestFields::isScalar)) {
            return values.stream().map(Object::toString).toList();
        }
        throw wrongType(name, "a list of texts", value);
    }

    static Map<String, String> textsByName(String name, Object value) {
        if (value == null) {
            return null;
        }
        if (value instanceof Map<?, ?> map && map.values().stream().allMatch(RequestFields::isScalar)) {
            Map<String, String> texts = new LinkedHashMap<>();
            map.forEach((key, text) -> texts.put(String.valueOf(key), text.toString()));
            return texts;
        }
        throw wrongType(name, "a map of texts", value);
    }

    private static boolean isScalar(Object value) {
        return value instanceof String || value instanceof Number || value instanceof Boolean;
    }

    private static SandboxRefusedException wrongType(String name, String wanted, Object value) {
        return new SandboxRefusedException(
                name + " must be " + wanted + ", not a " + value.getClass().getName());
    }
}
