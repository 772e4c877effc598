import type { RulesShown, TaskPageSize } from "@postil/domain/tasks/task-view";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, within } from "@testing-library/react";
import { type ReactNode, useState } from "react";
import { vi } from "vitest";
import { CommandsProvider } from "../../../lib/commands/commands-provider.tsx";
import "../../../lib/i18n/en/tasks.ts";
import { openSession } from "../../../lib/session/store.ts";
import { SearchInput } from "../../../ui/search-input.tsx";
import type { RuleLabel, RulesPage } from "./rules-mode.ts";
import { type FakeRecord, type FakeRule, RulesServer } from "./rules-server.fixture.ts";
import { RulesScreen } from "./rules-view.tsx";

const LABELS = ["Lighting", "Parking", "Trees", "Noise"];
const KEYS = "1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const numbered = (texts: readonly string[]): RuleLabel[] =>
  texts.map((text, at) => ({ text, shortcut: KEYS[at] ?? null }));

export const RECORDS = (): FakeRecord[] => [
  { id: "1", text: "The lamp at the gate is out", annotated: ["Lighting"], status: "Validated" },
  { id: "2", text: "A car hit the lamp in the car park", annotated: ["Parking"], status: "Validated" },
  { id: "3", text: "Lamps and trees in the park" },
  { id: "4", text: "The tree has lost a branch" },
  { id: "5", text: "Loud music in the park" },
  { id: "6", text: "The bin is full" },
];
export const RULES = (): FakeRule[] => [
  {
    query: "lamp*",
    labels: ["Lighting"],
    description: "Lamps in the street",
    created_at: "2026-11-20T12:00:00.000000",
  },
  { query: "park", labels: ["Parking"], created_at: "2026-11-21T12:00:00.000000" },
  { query: "tree*", labels: ["Trees"], created_at: "2026-11-19T12:00:00.000000" },
];

type Shown = {
  server?: RulesServer;
  query?: string;
  labels?: readonly string[];
  multiLabel?: boolean;
  isFiltered?: boolean;
  createLabels?: ReactNode;
  onWritten?: () => void;
  /** The rules state in the address. */
  shown?: RulesShown;
};

/** Shows the rules of a dataset under a search box, without the page's records. */
export function showRules(shown: Shown = {}) {
  const server = shown.server ?? new RulesServer(RECORDS(), RULES(), shown.multiLabel);
  vi.stubGlobal("fetch", server.fetch);
  openSession("token");
  const newClient = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });
  let client = newClient();
  const draw = () =>
    render(
      <QueryClientProvider client={client}>
        <CommandsProvider>
          <Page {...shown} />
        </CommandsProvider>
      </QueryClientProvider>,
    );
  let drawn = draw();
  return Object.assign(server, {
    /** Leaves the page and returns. */
    again: () => {
      drawn.unmount();
      drawn = draw();
    },
    /** Does the same with an empty memory. */
    reload: () => {
      client = newClient();
      drawn.unmount();
      drawn = draw();
    },
  });
}

function Page({ query = "", labels = LABELS, multiLabel = false, isFiltered = false, ...rest }: Shown) {
  const [sought, setSought] = useState(query);
  const [typed, setTyped] = useState(query);
  const [shown, show] = useState<RulesShown>(rest.shown ?? { place: "records" });
  const [size, setSize] = useState<TaskPageSize>(10);
  const turn: RulesPage["turn"] = ({ page = 1, size: next = size }) => {
    show({ ...shown, page });
    setSize(next);
  };
  const search = (text: string, next = shown) => {
    setSought(text);
    setTyped(text);
    show(next);
  };
  return (
    <RulesScreen
      page={{
        ...{ dataset: { name: "inbox", workspaceName: "city" }, labels: numbered(labels) },
        ...{ multiLabel, query: sought, isFiltered, search },
        ...{ shown, show, size, turn },
      }}
      createLabels={rest.createLabels ?? null}
      onWritten={rest.onWritten ?? (() => undefined)}
      bar={
        <SearchInput
          label="Search"
          value={typed}
          onChange={setTyped}
          onEnter={() => search(typed)}
          onClear={() => search("")}
        />
      }
      modes={null}
      records={<p>the records</p>}
      pages={null}
    />
  );
}

export const press = (key: string, more: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, {
    key,
    code: /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : key,
    ...more,
  });

export const searchBox = () => screen.getByRole<HTMLInputElement>("searchbox", { name: "Search" });

export function enter(query: string): void {
  searchBox().focus();
  fireEvent.change(searchBox(), { target: { value: query } });
  press("Enter");
}

export const label = (name: string) =>
  within(screen.getByRole("group", { name: "Labels of the rule" })).getByRole("button", { name });

/** The figures of a row: for this rule and for all rules. */
export const figures = (metric: string): (string | null)[] =>
  within(screen.getByRole("rowheader", { name: metric }).closest("tr") ?? document.body)
    .getAllByRole("cell")
    .map(({ textContent }) => textContent);
