package io.camelsandbox.component;

import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Hides code and values in URIs before they can get into logs, management and dumps. */
final class UriMask {

    private static final String HIDDEN = "xxxxxx";

    // Encoded separators too: a RAW( that is never closed takes the options behind it into its own value.
    private static final Pattern TEXT = Pattern.compile(
            "((?:[?&]|%26)(code|command|args|env|input_?files|mounted_?files)(?:\\.[^=&]*?)?(?:=|%3D))"
                    + "(RAW\\(.*?\\)(?=&|$)|RAW\\{.*?\\}(?=&|$)|[^&]*)",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private static final Pattern BEAN = Pattern.compile("(?:RAW[({])?(?:#|%23)bean(?::|%3A)[\\w:.%-]+[)}]?");
    private static final Pattern PLACE = Pattern.compile("(?:resource|classpath|file|variable)(?::|%3A)[\\w:./%-]+");

    private UriMask() {}

    /** {@code uri} with every value that holds text replaced; the same where there is none. */
    static String mask(String uri) {
        return TEXT.matcher(uri).replaceAll(UriMask::masked);
    }

    private static String masked(MatchResult option) {
        String name = option.group(2).toLowerCase(Locale.ROOT);
        String value = option.group(3);
        boolean placeOfCode = name.startsWith("co") && PLACE.matcher(value).matches();
        boolean shown = placeOfCode || BEAN.matcher(value).matches();
        return Matcher.quoteReplacement(option.group(1) + (shown ? value : HIDDEN));
    }
}
