// SPDX-License-Identifier: Apache-2.0
package dev.reprise.it.spark.driver;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import dev.reprise.house.HouseRules;

class ArchitectureTest {
    @TestFactory
    Stream<DynamicTest> shouldKeepTheHouseRules() {
        return HouseRules.of("dev.reprise.it.spark.driver").tests();
    }
}
