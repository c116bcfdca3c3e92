import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { useLanguage } from '#web/ui/language/language.tsx';
import { stepOfArrow } from '#web/ui/step-of-arrow.ts';

export type TabName = 'lectures' | 'questions' | 'about' | 'notes' | 'transcript';

export interface Tab {
  name: TabName;
  label: MessageDescriptor;
  /** Beside the label. */
  count?: number;
}

export const panelIdOf = (name: string): string => `panel-${name}`;
export const tabIdOf = (name: string): string => `tab-${name}`;

/** Where the page was scrolled to on each tab: a tab returns to its place, and a new one begins right under the bar. */
const useScrollOfTabs = (current: TabName) => {
  const offsets = useRef(new Map<TabName, number>());
  const bar = useRef<HTMLDivElement>(null);
  const hasLeft = useRef(false);
  useLayoutEffect(() => {
    const panel = document.getElementById(panelIdOf(current));
    if (!hasLeft.current || !bar.current || !panel) return;
    hasLeft.current = false;
    const begin = window.scrollY + panel.getBoundingClientRect().top - bar.current.getBoundingClientRect().bottom;
    window.scrollTo({ top: offsets.current.get(current) ?? begin, behavior: 'instant' });
  }, [current]);
  const leave = () => {
    offsets.current.set(current, window.scrollY);
    hasLeft.current = true;
  };
  return { bar, leave };
};

/** The open tab is in the address. */
export const useTab = (tabs: readonly Tab[]) => {
  const [search, setSearch] = useSearchParams();
  const wanted = search.get('tab');
  const current = tabs.find(({ name }) => name === wanted)?.name ?? tabs[0]?.name;
  const open = (name: TabName) =>
    setSearch(
      (before) => {
        before.set('tab', name);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  return { current, open };
};

interface ClassroomTabsProps {
  tabs: readonly Tab[];
  current: TabName;
  onOpen: (name: TabName) => void;
}

/** Arrow keys move between tabs. */
export const ClassroomTabs = ({ tabs, current, onOpen }: ClassroomTabsProps) => {
  const { t } = useLingui();
  const { _ } = useLanguage();
  const { bar, leave } = useScrollOfTabs(current);
  const open = (name: TabName) => {
    if (name === current) return;
    leave();
    onOpen(name);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = stepOfArrow(event);
    if (step === 0) return;
    event.preventDefault();
    const at = tabs.findIndex(({ name }) => name === current);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (!next) return;
    open(next.name);
    document.getElementById(tabIdOf(next.name))?.focus({ preventScroll: true });
  };
  return (
    <div ref={bar} role="tablist" aria-label={t`Course`} className="classroom-tabs" tabIndex={-1} onKeyDown={onKeyDown}>
      {tabs.map(({ name, label, count = 0 }) => (
        <button
          key={name}
          id={tabIdOf(name)}
          type="button"
          role="tab"
          aria-selected={name === current}
          aria-controls={panelIdOf(name)}
          tabIndex={name === current ? 0 : -1}
          onClick={() => open(name)}
        >
          {_(label)}
          {count > 0 && <span className="num ms-2 text-xs text-muted">{count}</span>}
        </button>
      ))}
    </div>
  );
};
