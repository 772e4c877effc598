import { fullName, type User, type Workspace } from "@postil/domain/accounts/users";
import {
  DENSITIES,
  LINE_HEIGHT,
  MOST_AHEAD,
  type Preferences,
  RECORD_FONT_SIZE,
  RECORD_FONTS,
  SEEN_AFTER,
  THEMES,
} from "@postil/domain/preferences/definitions";
import { ALWAYS_AHEAD, READ_AHEAD } from "@postil/domain/queue/read-ahead";
import { t } from "i18next";
import { Check, CloudOff, LoaderCircle } from "lucide-react";
import { cloneElement, type ReactElement, type ReactNode, useId } from "react";
import { type SyncStatus, syncStatus, usePreference } from "../../lib/preferences/store.ts";
import { CircleBadge } from "../../ui/circle-badge.tsx";
import { textLinkClass } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { TopAndTwoColumns } from "../../ui/layouts/columns.tsx";
import { usePageTitle } from "../../ui/layouts/frame.tsx";
import { Skeleton, SkeletonBar } from "../../ui/skeleton.tsx";
import { useUnsavedCount } from "../../unsent/work-items.ts";
import "../../lib/i18n/en/lists.ts";
import { Switch } from "../../ui/form-controls.tsx";
import { SegmentedControl } from "../../ui/segmented-control.tsx";
import { Section } from "./sections.tsx";

type UserSettingsPageProps = ProfileProps & {
  header: ReactNode;
  /** the table of contents, below the user's data */
  contents: ReactNode;
  /** keys, password and the work on this device: parts from other features */
  children?: ReactNode;
};

/** The user's data and the contents in the margin, with the settings beside them (AUT-32, design/user-settings.md). */
export function UserSettingsPage(props: UserSettingsPageProps) {
  const { header, contents, children, ...profile } = props;
  usePageTitle(t("settings.title"));
  return (
    <TopAndTwoColumns
      header={header}
      top={
        <div className="flex min-h-14 flex-wrap items-center gap-x-4 border-line border-b">
          <h1 className="font-strong text-title">{t("settings.title")}</h1>
          <SyncNote userId={profile.user.id} />
        </div>
      }
      leftWidth="margin"
      left={
        <>
          <Profile {...profile} />
          {contents}
        </>
      }
      right={
        <div className="@container">
          <AppearanceSettings />
          <AnnotationSettings />
          {children}
        </div>
      }
    />
  );
}

const ICONS = { saved: Check, saving: LoaderCircle, waiting: CloudOff, unsent: CloudOff } as const satisfies {
  readonly [S in SyncStatus | "unsent"]: unknown;
};

/** Tells if the preferences are saved on the server, and if work on this page is unsent (AUT-32). */
function SyncNote({ userId }: { userId: string }) {
  const preferences = syncStatus.useValue();
  const count = useUnsavedCount(userId);
  const status = preferences === "saved" && count > 0 ? "unsent" : preferences;
  return (
    <p role="status" className="ml-auto flex items-center gap-2 text-small text-soft">
      <Icon of={ICONS[status]} />
      {t(`settings.sync.${status}`, { count })}
    </p>
  );
}

/** Returns the router's link to the datasets of a workspace; it gets its class and content here (LAY-12). */
type WorkspaceLink = (workspace: string) => ReactElement<{ className?: string; children?: ReactNode }>;

type ProfileProps = {
  user: User;
  /** null while they load, or if they failed to load */
  workspaces: readonly Workspace[] | null;
  /** loads them again; null unless they failed to load */
  onRetry: (() => void) | null;
  workspaceLink: WorkspaceLink;
};

/** The user's own data, read-only (AUT-32, decision D19). */
function Profile({ user, workspaces, onRetry, workspaceLink }: ProfileProps) {
  const none = t("settings.profile.none");
  return (
    <section aria-labelledby="profile-heading">
      <div className="mb-4 flex items-center gap-3">
        <CircleBadge name={user.username} size="medium" />
        <div translate="no" className="min-w-0">
          <h2 id="profile-heading" className="truncate font-strong">
            {fullName(user)}
          </h2>
          <p className="text-soft">{t(`common.role.${user.role}`)}</p>
        </div>
      </div>
      <dl className="grid grid-cols-[88px_minmax(0,1fr)] gap-x-4 gap-y-1">
        <Fact name={t("settings.profile.username")}>
          <span translate="no">{user.username}</span>
        </Fact>
        <Fact name={t("settings.profile.firstName")}>
          <span translate="no">{user.firstName || none}</span>
        </Fact>
        <Fact name={t("settings.profile.lastName")}>
          <span translate="no">{user.lastName || none}</span>
        </Fact>
        <Fact name={t("settings.profile.workspaces")}>
          {onRetry === null ? (
            <Workspaces workspaces={workspaces} link={workspaceLink} />
          ) : (
            <span role="alert" className="text-danger">
              {t("settings.profile.failed")}{" "}
              <button type="button" onClick={onRetry} className={textLinkClass}>
                {t("common.retry")}
              </button>
            </span>
          )}
        </Fact>
      </dl>
    </section>
  );
}

const CHIP = "rounded-key border border-line px-2 text-small text-soft whitespace-nowrap";

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-soft">{name}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </>
  );
}

function Workspaces({ workspaces, link }: { workspaces: readonly Workspace[] | null; link: WorkspaceLink }) {
  if (workspaces === null) {
    return (
      <Skeleton label={t("common.loading")}>
        <SkeletonBar width={160} height={20} />
      </Skeleton>
    );
  }
  if (workspaces.length === 0) return t("settings.profile.noWorkspaces");
  return (
    <ul className="flex flex-wrap gap-1">
      {workspaces.map(({ id, name }) => (
        <li key={id} translate="no" className="flex max-w-full">
          {cloneElement(link(name), { className: `${CHIP} truncate hover:border-edge hover:text-ink` }, name)}
        </li>
      ))}
    </ul>
  );
}

/** The look of the page and of records (AUT-32); every change applies at once. */
function AppearanceSettings() {
  return (
    <Section id="appearance" heading={t("settings.appearance.heading")} note={t("settings.kept")}>
      <Choice name="theme" choices={THEMES} words={(theme) => t(`names.theme.${theme}`)} />
      <Choice name="density" choices={DENSITIES} words={(density) => t(`settings.density.${density}`)} />
      <Choice name="recordFont" choices={RECORD_FONTS} words={(font) => t(`settings.recordFont.${font}`)} />
      <Amount
        name="recordFontSize"
        label={t("settings.appearance.recordFontSize")}
        range={RECORD_FONT_SIZE}
        words={(count) => t("settings.appearance.pixels", { count })}
      />
      <Amount
        name="lineHeight"
        label={t("settings.appearance.lineHeight")}
        range={LINE_HEIGHT}
        words={(value) => value.toFixed(1)}
      />
      <LessMotion />
      <figure className="mt-3 max-w-160">
        <figcaption className="sr-only">{t("settings.appearance.sample")}</figcaption>
        <p className="rounded-panel border border-line bg-surface px-5 py-4 text-record">
          {t("settings.appearance.sampleText")}
        </p>
      </figure>
    </Section>
  );
}

function LessMotion() {
  const [motion, set] = usePreference("motion");
  return (
    <div className="max-w-160 py-2.5">
      <Switch
        side="end"
        label={t("settings.appearance.motion")}
        help={t("settings.appearance.motionHelp")}
        checked={motion === "reduce"}
        onChange={(less) => set(less ? "reduce" : "system")}
      />
    </div>
  );
}

type ChoiceName = "theme" | "density" | "recordFont";
type ChoiceProps<Name extends ChoiceName> = {
  name: Name;
  choices: readonly Preferences[Name][];
  words: (value: Preferences[Name]) => string;
};

function Choice<Name extends ChoiceName>({ name, choices, words }: ChoiceProps<Name>) {
  const setting: ChoiceName = name;
  const label = t(`settings.appearance.${setting}`);
  const [value, set] = usePreference(name);
  return (
    <SettingRow name={label}>
      <SegmentedControl
        label={label}
        options={choices.map((choice) => ({ value: choice, label: words(choice) }))}
        value={value}
        onChange={set}
      />
    </SettingRow>
  );
}

/** The switches of design/user-settings.md, in their order. */
const SWITCHES = [
  "autoAdvance",
  "submitOnChoice",
  "showKeyCaps",
  "suggestionsFirst",
  "entityNames",
  "saveDraftsWhenIdle",
  "discardSafety",
  "showPace",
] as const;

/** The settings for annotating (AUT-32). */
function AnnotationSettings() {
  return (
    <Section id="annotation" heading={t("settings.annotation.heading")}>
      <div className="grid max-w-160 gap-3 pt-1">
        {SWITCHES.map((name) => (
          <PreferenceSwitch key={name} name={name} />
        ))}
      </div>
      <div className="mt-3 max-w-160">
        <Amount
          name="seenAfter"
          label={t("settings.annotation.seenAfter")}
          range={SEEN_AFTER}
          words={(value) =>
            value === 0 ? t("settings.annotation.seenAtOnce") : t("settings.annotation.seenMs", { count: value })
          }
        />
        <p className="text-small text-soft">{t("settings.annotation.seenAfterHelp")}</p>
        <Amount
          name="mostAhead"
          label={t("settings.annotation.mostAhead")}
          range={MOST_AHEAD}
          words={(count) =>
            count === 0
              ? t("settings.annotation.leastAhead", { count: ALWAYS_AHEAD })
              : t("settings.annotation.mostAheadMillions", { count })
          }
        />
        <p className="text-small text-soft">{t("settings.annotation.mostAheadHelp", { count: READ_AHEAD })}</p>
      </div>
    </Section>
  );
}

function PreferenceSwitch({ name }: { name: (typeof SWITCHES)[number] }) {
  const [checked, set] = usePreference(name);
  return (
    <Switch
      side="end"
      label={t(`settings.annotation.${name}`)}
      {...(name === "autoAdvance" ? {} : { help: t(`settings.annotation.${name}Help`) })}
      checked={checked}
      onChange={set}
    />
  );
}

type AmountProps = {
  name: "recordFontSize" | "lineHeight" | "seenAfter" | "mostAhead";
  label: string;
  range: { readonly min: number; readonly max: number; readonly step: number };
  words: (value: number) => string;
};

function Amount({ name, label, range, words }: AmountProps) {
  const id = useId();
  const [value, set] = usePreference(name);
  return (
    <SettingRow name={label} htmlFor={id}>
      <div className="flex h-control items-center gap-3">
        <input
          id={id}
          type="range"
          {...range}
          value={value}
          aria-valuetext={words(value)}
          onChange={(event) => set(Number(event.target.value))}
          className="w-48 accent-accent"
        />
        <output htmlFor={id} className="min-w-10 text-right whitespace-nowrap tabular-nums">
          {words(value)}
        </output>
      </div>
    </SettingRow>
  );
}

/** A name at the left, its control at the right; one above the other on a phone. */
function SettingRow({ name, htmlFor, children }: { name: string; htmlFor?: string; children: ReactNode }) {
  const Name = htmlFor === undefined ? "span" : "label";
  return (
    <div className="flex min-h-10 max-w-160 flex-wrap items-center justify-between gap-x-6 gap-y-1 max-md:py-1">
      <Name htmlFor={htmlFor}>{name}</Name>
      <div className="min-w-0">{children}</div>
    </div>
  );
}
