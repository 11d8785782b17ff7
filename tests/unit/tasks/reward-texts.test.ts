import { expect, test } from "vitest";
import { whatPays } from "../../../src/features/common/campaign-labels.ts";
import { rewardSource } from "../../../src/features/rewards/labels.ts";

test("B16 S12 a test with required tasks promises its one reward for them, and the statement names what earned it", () => {
  const text = (reward_model: "testing" | "downloading" | "suggestions", required_tasks: number) =>
    whatPays({ reward_model, required_tasks }).message;
  expect(text("testing", 0)).toBe("for your first approved report");
  expect(text("testing", 2)).toBe("for the required tasks");
  expect(text("downloading", 2)).toBe("for each release you report on");
  expect(text("suggestions", 2)).toBe("for each approved suggestion");
  expect(rewardSource({ model: "testing", feedback_id: null }).message).toBe("Required tasks");
  expect(rewardSource({ model: "testing", feedback_id: "report" }).message).toBe("First report");
});
