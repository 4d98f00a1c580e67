import { FakeUpload } from "@tests/fake-upload";
import { expect, it, vi } from "vitest";
import { sendFile } from "./send-file";

it("sends raw bytes and reports progress", async () => {
  vi.stubGlobal("XMLHttpRequest", FakeUpload);
  const progress: number[] = [];
  const file = new Blob(["a,b"]);
  const sent = sendFile("/api/there", file, (share) => progress.push(share));
  const request = FakeUpload.last;
  expect(request).toMatchObject({ method: "POST", path: "/api/there", body: file });
  request.advance(1, 4);
  request.finish();
  request.answer(201, { fine: true });
  await expect(sent).resolves.toMatchObject({ data: { fine: true } });
  expect(progress).toEqual([0.25, 1]);
});

it("throws server errors", async () => {
  vi.stubGlobal("XMLHttpRequest", FakeUpload);
  const sent = sendFile("/api/there", new Blob([]), () => {});
  FakeUpload.last.answer(413, undefined, { "x-request-id": "req_9" });
  const { error, data, response } = await sent;
  expect([error, data, response.status]).toEqual([undefined, undefined, 413]);
  expect(response.headers.get("x-request-id")).toBe("req_9");
});

it("fails without a response", async () => {
  vi.stubGlobal("XMLHttpRequest", FakeUpload);
  const sent = sendFile("/api/there", new Blob([]), () => {});
  FakeUpload.last.fail();
  await expect(sent).rejects.toThrow("did not answer");
});
