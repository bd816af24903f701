package io.camelsandbox.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OutputGlobsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a.txt|a.txt",
                "*|a.txt",
                "*.txt|a.txt",
                "*.txt|.txt",
                "?.txt|é.txt",
                "?.txt|😀.txt",
                "**|a",
                "**|a/b/c",
                "**/*.csv|a.csv",
                "**/*.csv|x/y/a.csv",
                "out/**|out/a",
                "out/**|out/a/b",
                "a/**/z|a/z",
                "a/**/z|a/b/c/z",
                "[a-c]x|bx",
                "[!a-c]x|dx",
                "[]]|]",
                "[a-]|-",
                "{a,b}.txt|b.txt",
                "x{,.bak}|x",
                "x{,.bak}|x.bak",
                "a*b*c|aXbYc",
                "**.txt|a.txt",
                "*a|aaa"
            })
    void matches(String glob, String name) {
        assertThat(new OutputGlobs(List.of(glob)).matches(name)).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a.txt|b.txt",
                "*|a/b",
                "*.txt|a.txt/b",
                "?|ab",
                "a/**/z|a/zz",
                "[a-c]x|dx",
                "[!a-c]x|bx",
                "{a,b}|c",
                "a|A",
                "out/**|output/a",
                "a*b|aXc",
                "**/a|ab",
                "a?b|a/b"
            })
    void doesNotMatch(String glob, String name) {
        assertThat(new OutputGlobs(List.of(glob)).matches(name)).isFalse();
    }

    @Test
    void oneOfSeveralIsEnough() {
        var globs = new OutputGlobs(List.of("*.csv", "*.json"));
        assertThat(globs.matches("a.json")).isTrue();
        assertThat(globs.matches("a.txt")).isFalse();
    }

    @Test
    void noneMatchesNothing() {
        assertThat(new OutputGlobs(List.of()).matches("a")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"[a", "a[", "{a", "a}", "{a{b}}", "[/]"})
    void refusesAMalformedGlob(String glob) {
        assertThatIllegalArgumentException().isThrownBy(() -> new OutputGlobs(List.of(glob)));
    }

    @Test
    void refusesMoreChoicesThanItShouldTry() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new OutputGlobs(List.of("{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}")));
    }

    @Test
    void aNameCannotMakeItSlow() {
        var globs = new OutputGlobs(List.of("*a*a*a*a*a*a*a*a*a*a*b", "**/a/**/a/**/a/**/a/**/b"));
        String name = "a".repeat(250) + "/a".repeat(1500);
        Assertions.assertTimeoutPreemptively(
                Duration.ofSeconds(5), () -> assertThat(globs.matches(name)).isFalse());
    }

    @Test
    void takesAnyNameThatAGuestGives() {
        assertThatNoException().isThrownBy(() -> new OutputGlobs(List.of("*")).matches("\n\uFFFD\u0000[{"));
    }
}
