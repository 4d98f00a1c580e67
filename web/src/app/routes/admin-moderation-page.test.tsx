import { screen, waitFor, within } from "@testing-library/react";
import { aFlag, flagDetails, openAdmin } from "@tests/fake-admin";
import { expectNoAxeViolations } from "@tests/no-axe-violations";
import { describe, expect, it } from "vitest";

const flagsOf = (flags: object[]) => ({
  flags,
  next_cursor: null,
  counts: { open: flags.length, kept: 0, hidden: 2 },
});

const open = (address = "/admin/moderation", more = {}) =>
  openAdmin(address, {
    "GET /api/admin/moderation/flags": flagsOf([aFlag(), aFlag({ flag_id: "f2", times: 3 })]),
    "GET /api/admin/moderation/flags/f1": flagDetails(),
    "GET /api/admin/moderation/words": { words: [] },
    ...more,
  });

describe("moderation", () => {
  it("lists flags, their reasons and the number of open ones", async () => {
    open();
    expect(await screen.findByRole("radio", { name: "Open 2" })).toBeChecked();
    expect(screen.getByRole("radio", { name: "Hidden 2" })).toBeInTheDocument();
    expect(screen.getAllByText("Spam")).toHaveLength(2);
    expect(screen.getByText("· 3 times")).toBeInTheDocument();
    await expectNoAxeViolations();
  });

  it("hides with one click and can undo it", async () => {
    const { user, named } = open("/admin/moderation", {
      "POST /api/admin/moderation/flags/f1/hide": aFlag({ status: "hidden" }),
      "POST /api/admin/moderation/flags/f1/restore": aFlag(),
    });
    await user.click((await screen.findAllByRole("button", { name: "Hide" }))[0] as HTMLElement);
    expect(
      await screen.findByText("Hidden from sharing, examples and exports."),
    ).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await waitFor(() =>
      expect(named("POST /api/admin/moderation/flags/f1/restore")).toHaveLength(1),
    );
  });

  it("opens the conversation in a drawer with a URL", async () => {
    const { user, router } = open("/admin/moderation", {
      "POST /api/admin/moderation/flags/f1/keep": aFlag({ status: "kept" }),
    });
    const [first] = await screen.findAllByRole("button", { name: /^Open the chat/ });
    await user.click(first as HTMLElement);
    const drawer = await screen.findByRole("dialog", { name: "Chat" });
    await waitFor(() => expect(router.state.location.search).toEqual({ flag: "f1" }));
    expect(await within(drawer).findByText("Where do I get free coins now?")).toBeInTheDocument();
    expect(within(drawer).getByText(/A is acme-one, B is zeta-2/)).toBeInTheDocument();
    expect(within(drawer).getByRole("img")).toHaveAttribute(
      "src",
      "/api/admin/moderation/flags/f1/images/p1",
    );
    await user.click(within(drawer).getByRole("button", { name: "Keep" }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
    expect(await screen.findByText("Kept as it is.")).toBeInTheDocument();
  });

  it("blocks a visitor after a confirmation", async () => {
    const { user, handlers } = open("/admin/moderation?flag=f1", {
      "POST /api/admin/visitors/v_0123456789abcdef/block": {},
      "POST /api/admin/visitors/v_0123456789abcdef/unblock": {},
    });
    await user.click(await screen.findByRole("button", { name: "Block visitor" }));
    const dialog = screen.getByRole("dialog", { name: "Block this visitor?" });
    handlers["GET /api/admin/moderation/flags/f1"] = flagDetails({
      owner: { account_id: "v_0123456789abcdef", kind: "visitor", blocked: true },
    });
    await user.click(within(dialog).getByRole("button", { name: "Block visitor" }));
    expect(await screen.findByText("Visitor blocked.")).toBeInTheDocument();
    await user.click(await screen.findByRole("button", { name: "Unblock visitor" }));
    expect(await screen.findByText("Visitor unblocked.")).toBeInTheDocument();
  });

  it("does not let moderators block people with accounts", async () => {
    const { handlers, queries } = open("/admin/moderation?flag=f1", {
      "GET /api/admin/moderation/flags/f1": flagDetails({
        status: "hidden",
        owner: { account_id: "m_grace", kind: "member", blocked: false },
        battle: { ...flagDetails().battle, revealed_models: null },
      }),
    });
    expect(await screen.findByText(/Manage roles and access under People/)).toBeInTheDocument();
    expect(screen.getByText(/The models stay hidden until the vote/)).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: /Block/ })).not.toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Return to the queue" })).toBeInTheDocument();
    handlers["GET /api/admin/moderation/flags/f1"] = flagDetails({
      owner: { account_id: "m_grace", kind: null, blocked: false },
    });
    await queries.invalidateQueries();
    expect(await screen.findByText("The account was deleted.")).toBeInTheDocument();
  });

  it("explains each empty tab", async () => {
    const { user, router } = open("/admin/moderation", {
      "GET /api/admin/moderation/flags": flagsOf([]),
    });
    await screen.findByRole("heading", { name: "The queue is empty" });
    await user.click(screen.getByRole("radio", { name: "Hidden 2" }));
    await screen.findByRole("heading", { name: "Nothing is hidden" });
    expect(router.state.location.search).toEqual({ tab: "hidden" });
    await user.click(screen.getByRole("radio", { name: "Open 0" }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  it("edits the word list", async () => {
    const word = { word_id: "w1", phrase: "free coins", category: "spam", action: "refuse" };
    const words: object[] = [];
    const { user, named } = open("/admin/moderation?tab=words", {
      "GET /api/admin/moderation/words": () => ({ words }),
      "POST /api/admin/moderation/words": () => {
        words.push(word);
        return word;
      },
      "DELETE /api/admin/moderation/words/w1": () => {
        words.length = 0;
        return undefined;
      },
    });
    await screen.findByRole("heading", { name: "The word list is empty" });
    await user.type(screen.getByLabelText("Word or phrase"), "free coins");
    await user.selectOptions(screen.getByLabelText("Category"), "Spam");
    await user.selectOptions(screen.getByLabelText("Action"), "Refuse the prompt");
    expect(screen.getByText(/Prompts that contain it are refused/)).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Add" }));
    expect(await screen.findByText("“free coins” added to the list.")).toBeInTheDocument();
    expect(named("POST /api/admin/moderation/words")[0]?.body).toEqual({
      phrase: "free coins",
      category: "spam",
      action: "refuse",
    });
    await expectNoAxeViolations();
    await user.click(await screen.findByRole("button", { name: "Remove “free coins”" }));
    await screen.findByText("“free coins” removed from the list.");
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await waitFor(() => expect(named("POST /api/admin/moderation/words")).toHaveLength(2));
  });
});
