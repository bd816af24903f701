package io.camelsandbox.code;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The variables of one execution.
 *
 * @param boot    what an interpreter must be started with, because it acts at its start
 * @param request what can be set when the request comes; none of these names is in {@code boot} with another value
 */
record Environment(Map<String, String> boot, Map<String, String> request) {

    /** All of them, for a program that takes them at its start. */
    Map<String, String> all() {
        var all = new LinkedHashMap<>(boot);
        all.putAll(request);
        return all;
    }
}
