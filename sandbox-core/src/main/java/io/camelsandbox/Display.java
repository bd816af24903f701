package io.camelsandbox;

import java.util.List;
import java.util.Optional;

/**
 * What an execution with state showed: the value of its last expression, and what it gave to {@code display}.
 *
 * @param parts     the parts, in the order they were shown
 * @param truncated true when something was left out or cut because of {@link #LARGEST} or {@link #MOST_PARTS}
 */
public record Display(List<DisplayPart> parts, boolean truncated) {

    /** The most bytes of all parts of one execution together: 16 MiB. */
    public static final int LARGEST = 16 << 20;

    /** The most parts of one execution. */
    public static final int MOST_PARTS = 1_000;

    /** Nothing was shown. */
    public static final Display NONE = new Display(List.of(), false);

    public Display {
        parts = List.copyOf(parts);
    }

    /** True when nothing was shown and nothing left out. */
    public boolean isEmpty() {
        return parts.isEmpty() && !truncated;
    }

    /** The last part of a type, which is that of the last expression where it has one. */
    public Optional<DisplayPart> last(String type) {
        return parts.stream().filter(part -> part.type().equals(type)).reduce((first, second) -> second);
    }
}
