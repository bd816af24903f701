package io.camelsandbox.springboot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ConfigurationSourceTest {

    private static final Path SOURCE =
            Path.of("src/generated/java/io/camelsandbox/springboot/SandboxComponentConfiguration.java");

    /** With {@code -Dgenerate} it writes the file, to be looked at and committed. */
    @Test
    void theCommittedPropertiesAreThoseOfTheComponent() throws IOException {
        String current = ConfigurationSource.of(ComponentOptions.read());
        if (System.getProperty("generate") != null) {
            Files.writeString(SOURCE, current);
        }
        assertThat(SOURCE)
                .as("write it again: mvn -pl camel-sandbox-component-starter -am test -Dgenerate"
                        + " -Dtest=ConfigurationSourceTest -Dsurefire.failIfNoSpecifiedTests=false")
                .hasContent(current);
    }
}
