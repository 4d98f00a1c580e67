import type { Alert } from "@/features/admin/api/alerts";
import type { AuditEntry } from "@/features/admin/api/audit";
import type { Budget, Budgets } from "@/features/admin/api/budgets";
import type { Suspect, SuspectDetails } from "@/features/admin/api/integrity";
import type { Invitation } from "@/features/admin/api/invitations";
import type { AdminModel, FoundModel } from "@/features/admin/api/models";
import type { Flag, FlagDetails } from "@/features/admin/api/moderation";
import type { Onboarding, Preset } from "@/features/admin/api/onboarding";
import type { Overview } from "@/features/admin/api/overview";
import type { Person } from "@/features/admin/api/people";
import type { Provider } from "@/features/admin/api/providers";
import { fakeArena } from "./fake-arena";
import { member } from "./fake-people";
import { renderApp } from "./render-app";

type Handlers = Parameters<typeof fakeArena>[0];

const admin = member({ kind: "admin", account_id: "m_ada", name: "Ada Lovelace" });
export const aPreset = (facts: Partial<Preset> = {}): Preset => ({
  preset_id: "openai",
  name: "OpenAI",
  detail: "Chat, images, tools",
  group: "cloud",
  connector: "openai",
  base_url: "https://api.openai.com/v1",
  key_page: "https://platform.openai.com/api-keys",
  provider_id: null,
  enabled: 0,
  waiting: 0,
  ...facts,
});

export const onboarding = (facts: Partial<Onboarding> = {}): Onboarding => ({
  step: "connect",
  presets: [
    aPreset(),
    aPreset({
      preset_id: "ollama",
      name: "Ollama",
      group: "server",
      base_url: "http://127.0.0.1:11434/v1",
      key_page: null,
    }),
    aPreset({ preset_id: "other", name: "Other", group: "other", base_url: "", key_page: null }),
  ],
  enabled: 0,
  waiting: 0,
  can_store_keys: true,
  ...facts,
});

export const moderator = member({ kind: "moderator", account_id: "m_mo", name: "Mo" });

/** Opens an Admin page as an admin, or as the user of `GET /api/me`. */
export function openAdmin(address: string, handlers: Handlers) {
  const arena = fakeArena({
    "GET /api/me": admin,
    "GET /api/admin/onboarding": onboarding(),
    ...handlers,
  });
  return { ...arena, ...renderApp(address) };
}

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

export const aPerson = (facts: Partial<Person> = {}): Person => ({
  account_id: "m_grace",
  kind: "member",
  name: "Grace Hopper",
  email: "grace@example.org",
  company: false,
  reset_asked_at: null,
  deactivated_at: null,
  created_at: ago(200),
  last_seen_at: ago(3),
  sign_ins: 2,
  ...facts,
});

export const anInvitation = (facts: Partial<Invitation> = {}): Invitation => ({
  invitation_id: "i1",
  hint: "x7Qa",
  kind: "member",
  note: "Class of 2026",
  created_by: "m_ada",
  places: 30,
  taken: 4,
  created_at: ago(5),
  expires_at: ago(-100),
  revoked_at: null,
  ...facts,
});

export const anEntry = (facts: Partial<AuditEntry> = {}): AuditEntry => ({
  entry_id: "e1",
  at: ago(1),
  actor: "m_ada",
  actor_name: "Ada Lovelace",
  action: "person.changed",
  subject: "m_grace",
  before: { kind: "member", deactivated: false },
  after: { kind: "moderator", deactivated: null },
  ...facts,
});

export const anAlert = (facts: Partial<Alert> = {}): Alert => ({
  alert_id: "a1",
  kind: "budget.warning",
  subject: "site",
  message: "The site has spent 84% of today's $5.00.",
  level: "warning",
  delivery: "sent",
  created_at: ago(1),
  resolved_at: null,
  acknowledged_by: null,
  acknowledged_at: null,
  ...facts,
});

export const aBudget = (facts: Partial<Budget> = {}): Budget => ({
  scope: "site",
  subject: "all",
  limit_usd: 5,
  warn_at: 0.8,
  enabled: true,
  spent_usd: 4.2,
  reserved_usd: 0.1,
  share: 0.86,
  created_at: ago(100),
  updated_at: ago(100),
  days: [],
  ...facts,
});

export const someBudgets = (facts: Partial<Budgets> = {}): Budgets => ({
  day: "2026-01-31",
  budgets: [
    aBudget(),
    aBudget({ scope: "member", subject: "*", limit_usd: 1, spent_usd: 0.5 }),
    aBudget({ scope: "provider", subject: "api.unpaid.example", enabled: false }),
  ],
  site: {
    subject: "all",
    spent_usd: 4.2,
    reserved_usd: 0.1,
    days: [{ day: "2026-01-30", spent_usd: 2 }],
  },
  providers: [{ subject: "api.acme.example", spent_usd: 4.2, reserved_usd: 0.1, days: [] }],
  ...facts,
});

export const aFlag = (facts: Partial<Flag> = {}): Flag => ({
  flag_id: "f1",
  battle_id: "b1",
  where: "prompt",
  message_id: "msg_1",
  source: "word_list",
  category: "spam",
  excerpt: "…get free coins now…",
  times: 1,
  status: "open",
  decided_by: null,
  decided_at: null,
  created_at: ago(2),
  shared: true,
  ...facts,
});

export const flagDetails = (facts: Partial<FlagDetails> = {}): FlagDetails => ({
  ...aFlag(),
  battle: {
    mode: "battle",
    status: "voted",
    created_at: ago(2),
    hidden: false,
    messages: [
      {
        message_id: "msg_1",
        role: "user",
        turn: 1,
        text: "Where do I get free coins now?",
        images: [{ image_id: "p1", media_type: "image/png", width: 4, height: 4 }],
      },
      { message_id: "msg_2", role: "assistant", turn: 1, position: "left", text: "Nowhere." },
      { message_id: "msg_3", role: "assistant", turn: 1, position: "right", text: "Not here." },
    ] as FlagDetails["battle"]["messages"],
    revealed_models: { left: "acme-one", right: "zeta-2" },
  },
  owner: { account_id: "v_0123456789abcdef", kind: "visitor", blocked: false },
  ...facts,
});

export const aSuspect = (facts: Partial<Suspect> = {}): Suspect => ({
  suspect_id: "s1",
  voters: ["v_0123456789abcdef", "v_fedcba9876543210"],
  votes: 120,
  p_likelihood: 0.00001,
  p_model: 0.002,
  target_model_id: "acme-one",
  signals: [
    { kind: "too_fast", votes: 60, share: 0.5, at: null },
    { kind: "burst", votes: 40, share: 9.6, at: ago(4) },
    { kind: "linked_to_excluded", votes: 0, share: 0, at: null },
  ],
  status: "open",
  decided_by: null,
  decided_at: null,
  created_at: ago(3),
  updated_at: ago(3),
  ...facts,
});

export const suspectDetails = (facts: Partial<SuspectDetails> = {}): SuspectDetails => ({
  ...aSuspect(),
  recount: null,
  members: [
    {
      voter: "v_0123456789abcdef",
      votes: 80,
      counted: 0,
      excluded: true,
      first_vote_at: ago(50),
      last_vote_at: ago(4),
    },
  ],
  evidence: {
    surprise: [
      { votes: 1, surprise: 0.2, low: -1, high: 1 },
      { votes: 120, surprise: 60, low: -9, high: 12 },
    ],
    models: [
      {
        model_id: "acme-one",
        votes: 60,
        points: 58,
        expected: 30,
        low: 22,
        high: 38,
        deviation: 7,
      },
    ],
    words: [
      { word: "one_better", votes: 118, expected: 90 },
      { word: "tie", votes: 2, expected: 30 },
    ],
    times: [{ at: ago(4), votes: 40 }],
  },
  ...facts,
});

export const aAdminModel = (facts: Partial<AdminModel> = {}): AdminModel => ({
  model_id: "acme-one",
  model_name: "Acme One",
  status: "active",
  note: null,
  source: "manual",
  place: "cloud",
  provider_id: "acme",
  connector: "openai",
  model: "acme-1",
  base_url: "https://api.acme.example/v1",
  api_key_env: null,
  organization: "Acme",
  license: null,
  description: null,
  abilities: { vision: true, tools: false, reasoning: false },
  context_length: 8192,
  price: { input_per_million: 2.5, output_per_million: 10, currency: "USD" },
  price_source: "listed",
  params: { top_p: 0.9 },
  system_prompt: null,
  weight: 1,
  held: [],
  health: "healthy",
  health_reason: null,
  health_cause: null,
  health_report: null,
  health_since: null,
  answered_by: null,
  answered_by_at: null,
  created_at: ago(100),
  updated_at: ago(100),
  retired_at: null,
  ...facts,
});

export const aProvider = (facts: Partial<Provider> = {}): Provider => ({
  provider_id: "acme",
  name: "Acme Cloud",
  connector: "openai",
  base_url: "https://api.acme.example/v1",
  origin: "https://api.acme.example",
  own_keys: true,
  has_key: true,
  key_hint: "7890",
  key_state: "ready",
  key_set_at: ago(100),
  key_last_used_at: ago(1),
  models: 1,
  members_keys: 2,
  created_at: ago(100),
  ...facts,
});

export const aFound = (facts: Partial<FoundModel> = {}): FoundModel => ({
  model_id: "acme-two",
  model_name: "Acme Two",
  model: "acme-2",
  connector: "openai",
  base_url: "https://api.acme.example/v1",
  place: "cloud",
  provider_id: "acme",
  organization: "Acme",
  abilities: { vision: false, tools: false, reasoning: false },
  context_length: null,
  price: null,
  released_at: null,
  found_at: ago(1),
  ignored: false,
  ...facts,
});

const hoursUntilNow = (count: number, each: number) =>
  Array.from({ length: count }, (_, index) => ({
    at: ago((count - 1 - index) * each),
    battles: index,
    votes: index % 5,
    people: index % 3,
    rows: { battles: index, runs: 0, votes: index },
  }));

export const anOverview = (facts: Partial<Overview> = {}): Overview => ({
  now: new Date().toISOString(),
  battles_running: 3,
  battles_total: 1_502,
  votes_total: 1_383,
  votes_pending: 2,
  votes_not_counted: 40,
  people_total: 4,
  visitors_total: 64,
  hours: hoursUntilNow(24, 1),
  days: hoursUntilNow(30, 24),
  spend: [{ day: new Date().toISOString().slice(0, 10), spent_micro_usd: 4_200_000 }],
  site_limit_micro_usd: 5_000_000,
  models: [
    {
      model_id: "acme-one",
      name: "Acme One",
      status: "active",
      health: "healthy",
      calls: 40,
      failures: 10,
      error_rate: 0.25,
      first_token_ms: 320,
      spent_micro_usd: 4_200_000,
    },
    {
      model_id: "zeta-2",
      name: "Zeta 2",
      status: "paused",
      health: "unknown",
      calls: 0,
      failures: 0,
      error_rate: null,
      first_token_ms: null,
      spent_micro_usd: 0,
    },
  ],
  queue: { waiting: 7, running: 1, failed: 2, oldest_waiting_at: ago(1) },
  workers: [
    {
      name: "ratings",
      status: "error",
      last_run_at: ago(0),
      votes_processed: 1_383,
      error_message: "The board could not be written.",
    },
  ],
  open_alerts: 1,
  open_suspects: 3,
  open_flags: 1,
  ...facts,
});
