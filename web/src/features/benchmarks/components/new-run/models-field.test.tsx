import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { ToastRegion } from "@/components/ui/toast";
import { ModelsField } from "./models-field";

vi.mock("@/components/ui/model-choices", () => {
  throw new TypeError("Failed to fetch dynamically imported module");
});

it("keeps the chosen models and shows an error when the list cannot be loaded", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  const user = userEvent.setup();
  render(
    <>
      <ModelsField
        label="Models"
        add="Add a model"
        hint="One or more."
        models={[{ model_id: "acme-one", model_name: "Acme One", organization: null }]}
        chosen={["acme-one"]}
        onChange={() => undefined}
      />
      <ToastRegion />
    </>,
  );
  await user.click(screen.getByRole("button", { name: "Add a model" }));
  expect(await screen.findByText("The server cannot be reached.")).toBeInTheDocument();
  expect(screen.getByText("Acme One")).toBeInTheDocument();
});
