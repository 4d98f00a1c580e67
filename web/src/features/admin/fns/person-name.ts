import type { Person } from "../api/people";

export const personName = (person: Person): string =>
  person.name || person.email || person.account_id;
