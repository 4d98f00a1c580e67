import { member, visitor } from "@tests/fake-people";
import { describe, expect, it, vi } from "vitest";
import { deviceWords, initialsOf } from "./device-words";
import { emailError, newPasswordError } from "./field-checks";
import { parseEntrySearch, safePath } from "./next-page";
import { onOtherTab, tellOtherTabs } from "./other-tabs";
import { parseSettingsSearch, tabsOf } from "./tabs";

describe("a device in words", () => {
  it.each([
    [
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36",
      "Chrome on Linux",
    ],
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0",
      "Edge on Windows",
    ],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:127.0) Gecko/20100101 Firefox/127.0",
      "Firefox on Mac",
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
      "Safari on iPhone",
    ],
    [
      "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36",
      "Chrome on Android",
    ],
    ["", "A browser"],
    ["Something/1.0 (Windows)", "Windows"],
  ])("%s", (device, words) => {
    expect(deviceWords({ kind: "browser", device })).toBe(words);
  });

  it("names programs by what they call themselves", () => {
    expect(deviceWords({ kind: "program", device: "python-httpx/0.28 x" })).toBe(
      "A program (python-httpx/0.28)",
    );
    expect(deviceWords({ kind: "program", device: "" })).toBe("A program");
  });
});

it("has initials for everybody", () => {
  expect(initialsOf({ name: "Mira von Koch", email: null })).toBe("MK");
  expect(initialsOf({ name: "", email: "jo.doe@example.org" })).toBe("JD");
  expect(initialsOf({ name: "ada", email: null })).toBe("A");
  expect(initialsOf({ name: "", email: null })).toBe("?");
});

it("returns to pages of this site only", () => {
  expect(safePath("/battles/1?replay=true")).toBe("/battles/1?replay=true");
  for (const bad of [
    undefined,
    "",
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "javascript:alert(1)",
    "/sign-in?next=/sign-in",
    "/a b",
  ]) {
    expect(safePath(bad)).toBe("/");
  }
  expect(parseEntrySearch({ next: "/models" })).toEqual({ next: "/models" });
  expect(parseEntrySearch({ next: 5 })).toEqual({});
});

it("rejects incomplete addresses", () => {
  expect(emailError(" ")).toBe("Enter your email address.");
  expect(emailError("mira@example")).toMatch(/address like/);
  expect(emailError(" mira@example.org ")).toBeUndefined();
  expect(newPasswordError("")).toBe("Enter a password.");
  expect(newPasswordError("123456789 ")).toMatch(/at least 10/);
  expect(newPasswordError("1234567890")).toBeUndefined();
});

it("shows each person their settings", () => {
  expect(tabsOf(visitor())).toEqual(["appearance", "data"]);
  expect(tabsOf(member())).toContain("password");
  expect(tabsOf(member({ has_password: false }))).not.toContain("password");
  expect(parseSettingsSearch({ tab: "devices" })).toEqual({ tab: "devices" });
  expect(parseSettingsSearch({ tab: "kitchen" })).toEqual({});
});

it("notifies other tabs and listens to them", () => {
  const heard = vi.fn();
  const end = onOtherTab(heard);
  tellOtherTabs();
  const [key] = Object.keys(localStorage);
  window.dispatchEvent(new StorageEvent("storage", { key: key ?? "" }));
  window.dispatchEvent(new StorageEvent("storage", { key: "llmbattler.theme" }));
  end();
  window.dispatchEvent(new StorageEvent("storage", { key: key ?? "" }));
  expect(heard).toHaveBeenCalledTimes(1);
});
