package io.camelsandbox.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;

/**
 * The globs of {@link Execution#outputFiles()}: {@code ?} is one character and {@code *} any number of them, neither
 * crosses a {@code /}; {@code **} is any number of folders, none too; {@code [a-z]} and {@code [!a-z]} are sets and
 * {@code {csv,json}} is a choice. A name is matched in time proportional to its length and the glob's, whatever a guest
 * calls its files.
 */
public final class OutputGlobs {

    private static final int MOST_CHOICES = 256;

    private final List<List<String>> globs = new ArrayList<>();

    /**
     * Reads globs.
     *
     * @throws IllegalArgumentException when one is malformed; the message says how, and does not repeat it
     */
    public OutputGlobs(List<String> patterns) {
        for (String pattern : patterns) {
            var choices = new ArrayList<String>();
            expand(pattern, choices);
            for (String choice : choices) {
                List<String> parts = List.of(choice.split("/", -1));
                parts.forEach(OutputGlobs::requireClosedSets);
                globs.add(parts);
            }
        }
    }

    /** True when a glob matches {@code name}, a path with {@code /} between its parts. */
    public boolean matches(String name) {
        List<String> parts = List.of(name.split("/", -1));
        for (List<String> glob : globs) {
            if (matches(glob, "**", parts, OutputGlobs::matchesPart)) {
                return true;
            }
        }
        return false;
    }

    private static boolean matchesPart(String glob, String part) {
        return matches(elements(glob), "*", part.codePoints().boxed().toList(), OutputGlobs::matchesCharacter);
    }

    /** Matches with one level of going back, to the last {@code any}: enough, since each takes as little as it can. */
    private static <T> boolean matches(
            List<String> pattern, String any, List<T> subject, BiPredicate<String, T> matchesOne) {
        int p = 0;
        int s = 0;
        int lastAny = -1;
        int takenByAny = 0;
        while (s < subject.size()) {
            if (p < pattern.size() && pattern.get(p).equals(any)) {
                lastAny = p++;
                takenByAny = s;
            } else if (p < pattern.size() && matchesOne.test(pattern.get(p), subject.get(s))) {
                p++;
                s++;
            } else if (lastAny >= 0) {
                p = lastAny + 1;
                s = ++takenByAny;
            } else {
                return false;
            }
        }
        while (p < pattern.size() && pattern.get(p).equals(any)) {
            p++;
        }
        return p == pattern.size();
    }

    private static boolean matchesCharacter(String element, int character) {
        if (element.equals("?")) {
            return true;
        }
        if (!element.startsWith("[") || element.length() == 1) {
            return element.codePointAt(0) == character;
        }
        boolean negated = element.charAt(1) == '!' || element.charAt(1) == '^';
        int[] set = element.substring(negated ? 2 : 1, element.length() - 1)
                .codePoints()
                .toArray();
        boolean found = false;
        for (int i = 0; i < set.length; i++) {
            if (i + 2 < set.length && set[i + 1] == '-') {
                found |= set[i] <= character && character <= set[i + 2];
                i += 2;
            } else {
                found |= set[i] == character;
            }
        }
        return found != negated;
    }

    private static List<String> elements(String glob) {
        var elements = new ArrayList<String>();
        for (int i = 0; i < glob.length(); ) {
            int end = glob.charAt(i) == '[' ? endOfSet(glob, i) : i + Character.charCount(glob.codePointAt(i));
            String element = glob.substring(i, end);
            boolean repeatedStar = element.equals("*")
                    && !elements.isEmpty()
                    && elements.get(elements.size() - 1).equals("*");
            if (!repeatedStar) {
                elements.add(element);
            }
            i = end;
        }
        return elements;
    }

    /** Just after the {@code ]} of the set that begins at {@code start}; a {@code ]} that comes first is in the set. */
    private static int endOfSet(String glob, int start) {
        int first = start + 1;
        if (first < glob.length() && (glob.charAt(first) == '!' || glob.charAt(first) == '^')) {
            first++;
        }
        int end = glob.indexOf(']', first + 1);
        if (end < 0) {
            throw new IllegalArgumentException("a [ has no ] in the same part of the path");
        }
        return end + 1;
    }

    private static void requireClosedSets(String part) {
        elements(part);
    }

    private static void expand(String pattern, List<String> choices) {
        int open = pattern.indexOf('{');
        int close = pattern.indexOf('}', Math.max(open, 0));
        if (open < 0 && close < 0) {
            if (choices.size() == MOST_CHOICES) {
                throw new IllegalArgumentException("its { } make more than " + MOST_CHOICES + " choices");
            }
            choices.add(pattern);
            return;
        }
        if (open < 0 || close < open) {
            throw new IllegalArgumentException("a { has no } or a } no {");
        }
        String inner = pattern.substring(open + 1, close);
        if (inner.indexOf('{') >= 0) {
            throw new IllegalArgumentException("a { } stands inside another");
        }
        for (String choice : inner.split(",", -1)) {
            expand(pattern.substring(0, open) + choice + pattern.substring(close + 1), choices);
        }
    }
}
