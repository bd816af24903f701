package io.camelsandbox.component;

import java.util.ArrayList;
import java.util.List;

/** Lists as options have them in URIs: commas between the values, spaces around them dropped. */
final class OptionLists {

    private OptionLists() {}

    /** The values of {@code text}; a comma within braces, as patterns have it ({@code *.{csv,json}}), parts nothing. */
    static List<String> split(String text) {
        List<String> values = new ArrayList<>();
        if (text == null || text.isBlank()) {
            return values;
        }
        int depth = 0;
        int start = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '{') {
                depth++;
            } else if (c == '}' && depth > 0) {
                depth--;
            } else if (c == ',' && depth == 0) {
                values.add(text.substring(start, i).trim());
                start = i + 1;
            }
        }
        values.add(text.substring(start).trim());
        return values;
    }
}
