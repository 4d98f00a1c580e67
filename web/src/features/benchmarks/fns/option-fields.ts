type Schema = Record<string, unknown>;

export interface OptionField {
  name: string;
  label: string;
  hint: string;
  kind: "text" | "number" | "switch" | "choice" | "lines" | "json";
  choices: readonly string[];
  /** Whether plain text is accepted besides JSON. */
  orText: boolean;
  /** The default value. */
  usual: unknown;
  required: boolean;
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Follows `$ref` and unwraps optional types. */
function resolve(schema: Schema, root: Schema): Schema {
  if (typeof schema.$ref === "string") {
    const found = schema.$ref
      .replace(/^#\//, "")
      .split("/")
      .reduce<unknown>((at, part) => (isSchema(at) ? at[part] : undefined), root);
    return isSchema(found) ? { ...resolve(found, root), ...without$ref(schema) } : schema;
  }
  const kinds = Array.isArray(schema.anyOf)
    ? schema.anyOf.filter((one): one is Schema => isSchema(one) && one.type !== "null")
    : [];
  const [only] = kinds;
  return kinds.length === 1 && only ? { ...resolve(only, root), ...without$ref(schema) } : schema;
}

const without$ref = ({ $ref: _, anyOf: __, ...rest }: Schema): Schema => rest;

function kindOf(schema: Schema): OptionField["kind"] {
  if (Array.isArray(schema.enum)) return "choice";
  if (schema.type === "boolean") return "switch";
  if (schema.type === "number" || schema.type === "integer") return "number";
  if (schema.type === "string") return "text";
  const items = schema.items;
  if (schema.type === "array" && isSchema(items) && items.type === "string") return "lines";
  return "json";
}

const isText = (schema: unknown) => isSchema(schema) && schema.type === "string";

const inWords = (name: string) => {
  const spaced = name.replaceAll("_", " ");
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
};

/** The form fields for a JSON schema of options. */
export function optionFields(schema: Schema): OptionField[] {
  const properties = isSchema(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(properties).map(([name, raw]) => {
    const field = resolve(isSchema(raw) ? raw : {}, schema);
    return {
      name,
      label: inWords(name),
      hint: typeof field.description === "string" ? field.description : "",
      kind: kindOf(field),
      choices: Array.isArray(field.enum) ? field.enum.map(String) : [],
      orText: Array.isArray(field.anyOf) && field.anyOf.some(isText),
      usual: field.default,
      required: required.includes(name),
    };
  });
}
