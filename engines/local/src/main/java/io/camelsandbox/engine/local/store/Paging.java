package io.camelsandbox.engine.local.store;

import io.camelsandbox.engine.Page;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Cuts a page out of a list. */
final class Paging {

    private Paging() {}

    /**
     * Gives the items after a token.
     *
     * @param places all there are, in any order
     * @param load   gives the item at a place, read only where it is needed; empty for what is not in the list
     */
    static <T> Page<T> page(
            Collection<PageToken> places, int pageSize, Optional<String> token, Function<PageToken, Optional<T>> load) {
        Optional<PageToken> after = token.map(PageToken::parse);
        List<PageToken> ordered = places.stream()
                .filter(place -> after.isEmpty() || place.compareTo(after.get()) > 0)
                .sorted()
                .toList();
        var items = new ArrayList<T>();
        PageToken last = null;
        for (PageToken place : ordered) {
            Optional<T> item = load.apply(place);
            if (item.isPresent() && items.size() == Math.max(1, pageSize)) {
                return new Page<>(items, Optional.of(last.text()));
            }
            if (item.isPresent()) {
                items.add(item.get());
                last = place;
            }
        }
        return new Page<>(items, Optional.empty());
    }
}
