import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Cadence, type NoticeChannel } from '#contract/notices/notice-fields.ts';
import { noticeKinds } from '#contract/notices/notice-kinds.ts';
import type { NoticeSettings } from '#contract/notices/notices.ts';
import { keysOf } from '#contract/format.ts';
import { messages } from '#contract/messages.ts';
import { call, type CallOptions } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import { useSaves } from '#web/ui/forms/use-saves.ts';
import { pathTo } from '#web/app/path-to.ts';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { PageHeading } from '#web/ui/page/page-heading.tsx';
import { FormSkeleton, QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { timeZoneOptions } from '#web/ui/text/days.ts';
import { Button } from '#web/ui/button.tsx';
import { Browsers } from './browsers.tsx';
import { noticeSettingsQuery } from './own-notices-query.ts';
import { choicesOf, presetOf, presets } from './presets.ts';
import { Said, useLanguage, useSay } from '#web/ui/language/language.tsx';
import { Choice } from './choice.tsx';

const said = messages.userNotices;
const HOURS = Array.from({ length: 24 }, (_, hour) => [String(hour), `${String(hour).padStart(2, '0')}:00`] as const);
const WEEKDAYS = [msg`Monday`, msg`Tuesday`, msg`Wednesday`, msg`Thursday`, msg`Friday`, msg`Saturday`, msg`Sunday`];
const QUIET = { from: 22, until: 7 };
const CLASSES = ['account', 'course', 'news'] as const;

const zoneOfDevice = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

type Change = CallOptions<'PUT /user/notice-settings'>['body'];
type Save = (change: Change) => void;

/** How and when a user gets each kind of notice. Each change is saved at once. */
export function Component() {
  const { t } = useLingui();
  const query = useQuery(noticeSettingsQuery());
  const queryClient = useQueryClient();
  const { start } = useAction({
    run: (body: Change) => call('PUT /user/notice-settings', { body }),
    messages: { error: said.saveFailed },
    toastId: 'notice-settings',
    onSuccess: (saved) => void queryClient.setQueryData(noticeSettingsQuery().queryKey, saved),
  });
  // An action that runs ignores the next one.
  const saves = useSaves();
  const save: Save = (change) => void saves.run(() => start(change));
  return (
    <div className="page py-8 lg:py-10">
      <BackLink to={pathTo('notices')}>
        <Trans>Notices</Trans>
      </BackLink>
      <PageHeading>
        <Trans>Notice settings</Trans>
      </PageHeading>
      <p className="mt-3 text-muted">
        <Trans>What this school sends you, and where. Each change is saved at once.</Trans>
      </p>
      <QueryBoundary query={query} skeleton={<FormSkeleton />} failure={said.error} messageClass="mt-6">
        {({ settings }) => (
          <div className="mt-6 grid gap-5">
            <Presets settings={settings} save={save} />
            <Fold title={t`Digests, quiet hours and time zone`}>
              <Timing settings={settings} save={save} />
            </Fold>
            <Fold title={t`Choose for each kind`}>
              <Kinds settings={settings} save={save} />
            </Fold>
            <Browsers settings={settings} />
          </div>
        )}
      </QueryBoundary>
    </div>
  );
}

function Presets({ settings: { kinds }, save }: { settings: NoticeSettings; save: Save }) {
  const { _ } = useLanguage();
  const { t } = useLingui();
  const chosen = presetOf(kinds);
  return (
    <Panel title={t`How much`}>
      <fieldset className="grid gap-2">
        <legend className="sr-only">
          <Trans>How much this school sends you</Trans>
        </legend>
        {keysOf(presets).map((name) => (
          <div key={name} className="flex gap-3 py-1.5">
            <input
              type="radio"
              name="preset"
              id={`preset-${name}`}
              aria-describedby={`preset-${name}-hint`}
              className="radio mt-0.5 border-line-strong"
              checked={chosen === name}
              onChange={() => save({ choices: choicesOf(name, kinds) })}
            />
            <div className="min-w-0 flex-1">
              <label htmlFor={`preset-${name}`} className="block cursor-pointer font-semibold">
                {_(presets[name].name)}
              </label>
              <p id={`preset-${name}-hint`} className="text-sm text-muted">
                {_(presets[name].hint)}
              </p>
            </div>
          </div>
        ))}
      </fieldset>
      <p className="meta mt-2">
        {chosen === undefined && (
          <>
            <Trans>You chose for each kind.</Trans>{' '}
          </>
        )}
        <Trans>Receipts and news about your account always arrive.</Trans>
      </p>
    </Panel>
  );
}

/** Its content is made when it is opened. */
function Fold({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">{title}</summary>
      {isOpen && <div className="mt-2 grid gap-5">{children}</div>}
    </details>
  );
}

/** Offers the time zone of the device, where another one is chosen. */
const DeviceZone = ({ timeZone, save }: { timeZone: string; save: Save }) => {
  const deviceZone = zoneOfDevice();
  return (
    deviceZone !== timeZone && (
      <p className="mt-3 flex flex-wrap items-center gap-3 text-sm">
        <Trans>This device is in {{ zone: deviceZone.replaceAll('_', ' ') }}.</Trans>
        <Button tone="quiet" onClick={() => save({ timeZone: deviceZone })}>
          <Trans>Use it</Trans>
        </Button>
      </p>
    )
  );
};

function Timing({ settings, save }: { settings: NoticeSettings; save: Save }) {
  const { _ } = useLanguage();
  const { t } = useLingui();
  const { dailyHour, weeklyDay, quietHours, timeZone } = settings;
  return (
    <Panel title={t`Digests and quiet hours`}>
      <div className="grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <Choice
          label={t`Digests arrive at`}
          value={String(dailyHour)}
          options={HOURS}
          onChange={(hour) => save({ dailyHour: Number(hour) })}
        />
        <Choice
          label={t`Weekly ones on`}
          value={String(weeklyDay)}
          options={WEEKDAYS.map((name, at) => [String(at + 1), _(name)] as const)}
          onChange={(day) => save({ weeklyDay: Number(day) })}
        />
        <Choice
          label={t`Time zone`}
          value={timeZone}
          options={timeZoneOptions(timeZone)}
          onChange={(zone) => save({ timeZone: zone })}
        />
        <Choice
          label={t`Quiet hours`}
          value={quietHours ? 'on' : 'off'}
          options={[
            ['off', t`None`],
            ['on', t`Every night`],
          ]}
          onChange={(choice) => save({ quietHours: choice === 'on' ? QUIET : null })}
        />
        {quietHours && <QuietHours {...quietHours} save={save} />}
      </div>
      <DeviceZone timeZone={timeZone} save={save} />
      <p className="meta mt-3">
        <Trans>A digest is sent only when there is something new.</Trans>
        {quietHours && (
          <>
            {' '}
            <Trans>In quiet hours phones and browsers show nothing.</Trans>
          </>
        )}
      </p>
    </Panel>
  );
}

/** A phone or a browser shows one notice at a time. */
const optionsOf = (channel: NoticeChannel) =>
  (channel === 'push' ? (['at_once', 'off'] as const) : Cadence.options).map(
    (cadence) => [cadence, said.cadences[cadence]] as const,
  );

const QuietHours = ({ save, ...hours }: { from: number; until: number; save: Save }) => {
  const { t } = useLingui();
  return (['from', 'until'] as const).map((end) => (
    <Choice
      key={end}
      label={end === 'from' ? t`Quiet from` : t`Quiet until`}
      value={String(hours[end])}
      options={HOURS}
      onChange={(hour) => save({ quietHours: { ...hours, [end]: Number(hour) } })}
    />
  ));
};

type KindSettings = NoticeSettings['kinds'][number];

function Kinds({ settings, save }: { settings: NoticeSettings; save: Save }) {
  const say = useSay();
  const hasPush = settings.browsers.length > 0;
  return CLASSES.map((noticeClass) => {
    const kinds = settings.kinds.filter((kind) => kind.class === noticeClass);
    return (
      kinds.length > 0 && (
        <Panel key={noticeClass} title={say(said.classes[noticeClass])}>
          <ul>
            {kinds.map((kind) => (
              <KindRow
                key={kind.kind}
                {...kind}
                channels={kind.channels.filter(({ channel }) => hasPush || channel !== 'push')}
                save={save}
              />
            ))}
          </ul>
        </Panel>
      )
    );
  });
}

function KindRow({ kind, channels, save }: KindSettings & { save: Save }) {
  const [name, hint] = noticeKinds[kind].name;
  return (
    <li className="grid gap-x-6 gap-y-3 border-t border-line py-4 first:border-t-0 lg:grid-cols-[1fr_2fr]">
      <div>
        <h3 className="font-semibold">
          <Said>{name}</Said>
        </h3>
        <p className="meta">
          <Said>{hint}</Said>
        </p>
      </div>
      <div className="grid grid-cols-2 gap-4 lg:grid-cols-3">
        {channels.map(({ channel, cadence, isLocked }) => (
          <div key={channel}>
            <p className="meta mb-1.5" aria-hidden="true">
              <Said>{said.channels[channel]}</Said>
            </p>
            {isLocked ? (
              <Locked cadence={cadence} channel={channel} />
            ) : (
              <Choice
                label={`${name}: ${said.channels[channel]}`}
                isLabelShown={false}
                value={cadence}
                options={optionsOf(channel)}
                onChange={(value) => save({ choices: [{ kind, channel, cadence: Cadence.parse(value) }] })}
              />
            )}
          </div>
        ))}
      </div>
    </li>
  );
}

const Locked = ({ cadence, channel }: { cadence: Cadence; channel: NoticeChannel }) => (
  <p className="flex h-11 items-center justify-between gap-2 rounded-field bg-base-300 px-3 text-sm">
    <span className="sr-only">
      <Said>{said.channels[channel]}</Said>:{' '}
    </span>
    <Said>{said.cadences[cadence]}</Said>
    <Lock size={16} aria-hidden="true" />
    <span className="sr-only">
      , <Trans>always</Trans>
    </span>
  </p>
);
