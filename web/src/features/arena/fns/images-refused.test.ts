import { aModel } from "@tests/fake-api";
import { aBattle, anArena, someDetails } from "@tests/fake-arena";
import { describe, expect, it } from "vitest";
import { idsIn, whyNoImages, whyNoMoreImages } from "./images-refused";

const seeing = { vision: true, tools: false, reasoning: false };
const models = [
  aModel({ abilities: seeing }),
  aModel({ model_id: "zeta-2", model_name: "Zeta 2", abilities: { ...seeing, vision: false } }),
];
const arena = (vision: number) => anArena({ models_waiting: 3, vision_models_waiting: vision });
const withImage = aBattle({
  messages: aBattle().messages.map((message) => ({
    ...message,
    images: message.role === "user" ? [{ image_id: "i1", url: "/api/images/i1" }] : [],
  })),
});

describe("images in a later question", () => {
  it("depend only on the site while the names are hidden", () => {
    const why = (vision: number) => whyNoMoreImages(aBattle(), models, arena(vision));
    expect(why(3)).toBeUndefined();
    expect(why(2)).toMatch(/only with its first question/);
    expect(why(0)).toBe("No model that accepts images is ready right now.");
    expect(whyNoMoreImages(aBattle(), models, undefined)).toBeUndefined();
  });

  it("are allowed if there was one before, because both models then read images", () => {
    expect(whyNoMoreImages(withImage, models, arena(2))).toBeUndefined();
  });

  it("depend on the models once they are revealed", () => {
    const voted = aBattle({ status: "voted", details: someDetails });
    expect(whyNoMoreImages(voted, models, arena(3))).toBe("Zeta 2 cannot see images.");
    const direct = aBattle({ mode: "direct", details: { left: someDetails.left, right: null } });
    expect(whyNoMoreImages(direct, models, arena(0))).toBeUndefined();
  });
});

it("depend on the models in a new question to the same two", () => {
  const ids = idsIn(someDetails);
  expect(whyNoImages("side_by_side", ids, models, arena(3))).toBe("Zeta 2 cannot see images.");
  expect(idsIn({ left: someDetails.left, right: null })).toEqual(["acme-one"]);
});
