package io.camelsandbox.component;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.camel.spi.Metadata;
import org.junit.jupiter.api.Test;

class SandboxConstantsTest {

    private static final Pattern HEADER_CALL =
            Pattern.compile("(?:(?:set|get|remove)Header|(?:set|remove)Property)\\(\\s*\"([^\"]*)\"");

    @Test
    void everyHeaderConstantStartsWithCamelSandboxAndIsDocumented() throws Exception {
        List<String> names = new ArrayList<>();
        for (Field field : SandboxConstants.class.getDeclaredFields()) {
            if (Modifier.isPublic(field.getModifiers()) && field.getType() == String.class) {
                names.add((String) field.get(null));
                assertThat(field.getAnnotation(Metadata.class))
                        .as("@Metadata of " + field.getName())
                        .isNotNull();
                assertThat(field.getAnnotation(Metadata.class).description()).isNotBlank();
            }
        }

        assertThat(names).hasSizeGreaterThan(15).allMatch(name -> name.startsWith("CamelSandbox"));
    }

    @Test
    void noHeaderIsReadOrWrittenByAnyOtherName() throws IOException {
        List<String> literals = new ArrayList<>();
        try (Stream<Path> sources = Files.walk(Path.of("src/main/java"))) {
            for (Path source :
                    sources.filter(file -> file.toString().endsWith(".java")).toList()) {
                HEADER_CALL.matcher(Files.readString(source)).results().forEach(call -> literals.add(call.group(1)));
            }
        }

        assertThat(literals).allMatch(name -> name.startsWith("CamelSandbox"));
    }
}
