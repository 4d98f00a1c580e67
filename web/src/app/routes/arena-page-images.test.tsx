import { fireEvent, screen, waitFor } from "@testing-library/react";
import { aBattle, anArena, FakeStream, fakeArena, problem } from "@tests/fake-arena";
import { renderApp } from "@tests/render-app";
import { beforeEach, describe, expect, it, vi } from "vitest";

const box = () => screen.findByRole("textbox", { name: "Your prompt" });
const asked = aBattle({ status: "generating", messages: aBattle().messages.slice(0, 1) });

/** The battle as stored on the server. It gets its answers when the stream ends. */
let battle = asked;
const finish = (stream: FakeStream) => {
  battle = aBattle();
  stream.event("done");
};

beforeEach(() => {
  battle = asked;
  let count = 0;
  URL.createObjectURL = vi.fn(() => {
    count += 1;
    return `blob:${count}`;
  });
  URL.revokeObjectURL = vi.fn();
});

const picture = (name = "cat.png", type = "image/png", size = 10) =>
  new File([new Uint8Array(size)], name, { type });

describe("images", () => {
  it("are uploaded when they are chosen, and sent by their id", async () => {
    const stream = new FakeStream();
    const { named } = fakeArena({
      "POST /api/images": { image_id: "i1", url: "/api/images/i1", width: 1, height: 1 },
      "POST /api/sessions": () => stream.response,
      "GET /api/battles/*": () => battle,
    });
    const { user } = renderApp("/");
    await user.upload(await screen.findByLabelText("Add an image"), picture());
    await screen.findByRole("img", { name: "cat.png" });
    expect(named("POST /api/images")[0]?.request.headers.get("content-type")).toBe("image/png");
    await user.type(await box(), "What is this?{Enter}");
    await waitFor(() =>
      expect(named("POST /api/sessions")[0]?.body).toEqual({
        prompt: "What is this?",
        images: ["i1"],
        mode: "battle",
      }),
    );
    expect(await screen.findByRole("img", { name: "Image 1" })).toHaveAttribute(
      "src",
      "/api/images/i1",
    );
    stream.start();
    finish(stream);
    await screen.findByRole("toolbar");
  });

  it("can be pasted or dropped, up to four, and removed", async () => {
    fakeArena({
      "POST /api/images": { image_id: "i1", url: "/api/images/i1", width: 1, height: 1 },
    });
    const { user } = renderApp("/");
    const field = await box();
    fireEvent.paste(field, { clipboardData: { files: [picture(""), picture("b.png")] } });
    await screen.findByRole("img", { name: "the pasted image" });
    fireEvent.dragOver(field, { dataTransfer: { types: ["Files"] } });
    expect(field).toHaveAttribute("placeholder", "Drop images here");
    fireEvent.dragLeave(field);
    fireEvent.drop(field, {
      dataTransfer: { files: ["c", "d", "e"].map((name) => picture(`${name}.png`)) },
    });
    await screen.findByText("A prompt can have up to 4 images. The rest were not added.");
    await waitFor(() =>
      expect(screen.getAllByRole("listitem", { busy: false }).length).toBeGreaterThan(3),
    );
    expect(screen.getAllByRole("button", { name: /^Remove/ })).toHaveLength(4);
    await user.click(screen.getByRole("button", { name: "Remove b.png" }));
    expect(screen.queryByRole("img", { name: "b.png" })).not.toBeInTheDocument();
    expect(URL.revokeObjectURL).toHaveBeenCalledTimes(1);
  });

  it("are refused with a reason", async () => {
    const answers: Parameters<typeof fakeArena>[0] = {
      "GET /api/arena": anArena({
        limits: { prompt_chars: 100, images: 2, image_bytes: 5_000_000, turns: 10 },
      }),
      "POST /api/images": () => problem(413, "Too large.", { detail: "It is a bomb." }),
    };
    fakeArena(answers);
    renderApp("/");
    await screen.findByText("10 models ready");
    const drop = async (file: File) =>
      fireEvent.drop(await box(), { dataTransfer: { files: [file] } });
    await drop(picture("notes.svg", "image/svg+xml"));
    await screen.findByText("notes.svg is not a PNG, JPEG, WebP or GIF image.");
    await drop(picture("huge.png", "image/png", 5_000_001));
    await screen.findByText("huge.png is larger than 5 MB. Choose a smaller one.");
    await drop(picture());
    await screen.findByText("cat.png could not be added. It is a bomb.");
    expect(screen.queryByRole("img")).not.toBeInTheDocument();
  });

  it("are refused in a blind battle that started without, unless every model reads images", async () => {
    fakeArena({ "GET /api/battles/*": aBattle() });
    renderApp("/battles/b1");
    await screen.findByRole("toolbar");
    await waitFor(() =>
      expect(screen.getByRole("button", { name: "Image" })).toHaveAccessibleDescription(
        /Start a new battle with the image/,
      ),
    );
    fireEvent.paste(await box(), { clipboardData: { files: [picture()] } });
    expect(screen.queryByRole("img", { name: "cat.png" })).not.toBeInTheDocument();
  });

  it("are refused if no model reads images", async () => {
    const { named } = fakeArena({ "GET /api/arena": anArena({ vision_models_waiting: 1 }) });
    const { user } = renderApp("/");
    await screen.findByText("10 models ready");
    const why = "A battle needs two models that accept images, and only one is ready.";
    const button = screen.getByRole("button", { name: "Image" });
    expect(button).toHaveAttribute("aria-disabled", "true");
    expect(button).toHaveAccessibleDescription(why);
    expect(screen.getByRole("alert")).toBeEmptyDOMElement();
    fireEvent.paste(await box(), { clipboardData: { files: [picture()] } });
    expect(await screen.findByRole("alert")).toHaveTextContent(why);
    await user.click(screen.getByRole("radio", { name: "Direct" }));
    await screen.findByRole("button", { name: "Model: Acme One" });
    await user.click(screen.getByRole("button", { name: "Image" }));
    await waitFor(() =>
      expect(
        screen
          .getAllByRole("alert")
          .some((one) => one.textContent === "Acme One cannot see images."),
      ).toBe(true),
    );
    expect(named("POST /api/images")).toHaveLength(0);
  });
});
