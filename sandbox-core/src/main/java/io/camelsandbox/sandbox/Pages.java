package io.camelsandbox.sandbox;

import io.camelsandbox.Reason;
import io.camelsandbox.SandboxException;
import io.camelsandbox.engine.Page;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Reads lists that come in pages. */
final class Pages {

    static final int SIZE = 200;

    private static final int MOST = 100;

    private Pages() {}

    /** All items of all pages; fails when a token comes twice, or there are more than 100 pages. */
    static <T> CompletableFuture<List<T>> all(Function<Optional<String>, CompletableFuture<Page<T>>> source) {
        return collect(source, Optional.empty(), new ArrayList<>(), new HashSet<>());
    }

    private static <T> CompletableFuture<List<T>> collect(
            Function<Optional<String>, CompletableFuture<Page<T>>> source,
            Optional<String> token,
            List<T> items,
            Set<String> tokens) {
        return source.apply(token).thenCompose(page -> {
            items.addAll(page.items());
            if (page.nextToken().isEmpty()) {
                return CompletableFuture.completedFuture(List.copyOf(items));
            }
            if (!tokens.add(page.nextToken().get()) || tokens.size() >= MOST) {
                return CompletableFuture.failedFuture(new SandboxException(
                        Reason.PROTOCOL_ERROR,
                        "the engine's list has no end: more than " + MOST + " pages, or one twice"));
            }
            return collect(source, page.nextToken(), items, tokens);
        });
    }
}
