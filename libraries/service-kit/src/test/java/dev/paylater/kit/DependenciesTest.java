package dev.paylater.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** docs/makers/dependencies.md says in one line why each dependency of each pom is there. */
class DependenciesTest {

    private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();
    private static final Pattern LINE = Pattern.compile("\\| `([^`]+)` \\| [^|]{10,} \\|");

    @Test
    void each_dependency_has_its_line_and_each_line_its_dependency() throws Exception {
        assertThat(explained()).isEqualTo(declared());
    }

    private static Set<String> explained() throws IOException {
        var explained = new TreeSet<String>();
        for (var line : Files.readAllLines(ROOT.resolve("docs/makers/dependencies.md"))) {
            var matcher = LINE.matcher(line);
            if (matcher.matches()) {
                assertThat(explained.add(matcher.group(1))).as(line).isTrue();
            }
        }
        return explained;
    }

    /** Of other projects, in any scope; what is only managed is not declared. */
    private static Set<String> declared() throws Exception {
        var declared = new TreeSet<String>();
        try (var files = Files.walk(ROOT, 3)) {
            for (var pom : files.filter(file -> file.endsWith("pom.xml")).toList()) {
                var project =
                        DocumentBuilderFactory.newInstance()
                                .newDocumentBuilder()
                                .parse(pom.toFile())
                                .getDocumentElement();
                for (var list = project.getFirstChild();
                        list != null;
                        list = list.getNextSibling()) {
                    if (list.getNodeName().equals("dependencies")) {
                        collect(list, declared);
                    }
                }
            }
        }
        return declared;
    }

    private static void collect(Node dependencies, Set<String> declared) {
        var children = dependencies.getChildNodes();
        for (var i = 0; i < children.getLength(); i++) {
            if (children.item(i) instanceof Element dependency
                    && !text(dependency, "groupId").equals("dev.paylater")) {
                declared.add(text(dependency, "artifactId"));
            }
        }
    }

    private static String text(Element dependency, String name) {
        return dependency.getElementsByTagName(name).item(0).getTextContent().strip();
    }
}
