package io.camelsandbox.examples.springboot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The packaged application, started as its users start it. */
@Timeout(120)
class ApplicationTest {

    private static final Pattern LISTENING = Pattern.compile("Tomcat started on port (\\d+)");

    private static Process application;
    private static URI address;

    @BeforeAll
    static void start() throws IOException {
        application = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-jar",
                        Path.of("target", "spring-boot-example.jar").toString(),
                        "--server.port=0")
                .redirectErrorStream(true)
                .start();
        address = URI.create("http://127.0.0.1:" + port(application.inputReader()) + "/score");
    }

    @AfterAll
    static void stop() throws InterruptedException {
        application.destroy();
        assertThat(application.waitFor(60, TimeUnit.SECONDS))
                .as("ends when it is told to")
                .isTrue();
    }

    @Test
    void answersWithWhatPythonComputed() throws Exception {
        HttpResponse<String> answer = post("[1, 2, 3, 4]");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
        assertThat(answer.body()).isEqualToIgnoringWhitespace("{\"count\": 4, \"mean\": 2.5, \"spread\": 1.118}");
    }

    @Test
    void refusesWhatIsNoArrayOfNumbers() throws Exception {
        HttpResponse<String> answer = post("not JSON");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("send a JSON array of numbers");
    }

    private static HttpResponse<String> post(String body) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(address)
                .timeout(Duration.ofSeconds(30))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body))
                .build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    }

    /** The routes come after the web server: the application is there when it says so. */
    private static String port(BufferedReader log) throws IOException {
        var all = new StringBuilder();
        String port = null;
        for (String line = log.readLine(); line != null; line = log.readLine()) {
            all.append(line).append(System.lineSeparator());
            Matcher listening = LISTENING.matcher(line);
            if (listening.find()) {
                port = listening.group(1);
            }
            if (port != null && line.contains("Started Application")) {
                return port;
            }
        }
        throw new AssertionError("the application did not start:" + System.lineSeparator() + all);
    }
}
