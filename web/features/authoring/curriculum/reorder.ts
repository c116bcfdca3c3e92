import { useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useState } from 'react';
import { type CourseOutline, type OutlineItem, positionOf, stepped, withLectureAt, withSectionAt } from './outline.ts';
import type { Curriculum } from './use-curriculum.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

/** A row of the tree: a section's head, a lecture, or the end of a section. */
export type RowName = `${'section' | 'lecture' | 'end'}:${string}`;

export const isRowName = (name: string): name is RowName => /^(?:section|lecture|end):/.test(name);

/** The edge of a row. */
export interface DropEdge {
  row: RowName;
  edge: 'top' | 'bottom';
}

/** The key of the part that a row is in. */
export const keyOf = (outline: CourseOutline, row: RowName): string => {
  const id = row.slice(row.indexOf(':') + 1);
  if (!row.startsWith('lecture:')) return id;
  return outline.find(({ lectureIds }) => lectureIds.includes(id))?.key ?? '';
};

/** Where an item lands that is dropped at an edge: a lecture never before a section's head, a section never inside another. */
export const landingOf = (
  outline: CourseOutline,
  { kind }: OutlineItem,
  { row, edge }: DropEdge,
  isClosed: (key: string) => boolean,
): DropEdge => {
  const key = keyOf(outline, row);
  if (kind === 'lecture') {
    if (row.startsWith('section:')) return { row, edge: 'bottom' };
    return row.startsWith('end:') ? { row, edge: 'top' } : { row, edge };
  }
  if (row.startsWith('section:') && edge === 'top') return { row, edge };
  return isClosed(key) ? { row: `section:${key}`, edge: 'bottom' } : { row: `end:${key}`, edge: 'bottom' };
};

/** The outline with an item at its landing. */
export const withDropped = (
  outline: CourseOutline,
  item: OutlineItem,
  { row, edge }: DropEdge,
  isClosed: (key: string) => boolean,
): CourseOutline => {
  const key = keyOf(outline, row);
  const position = outline.findIndex((part) => part.key === key);
  if (item.kind === 'section') return withSectionAt(outline, item.id, edge === 'top' ? position - 1 : position);
  const lectureIds = outline[position]?.lectureIds ?? [];
  if (!row.startsWith('lecture:')) {
    const isAtStart = row.startsWith('section:') && !isClosed(key);
    return withLectureAt(outline, item.id, { key, index: isAtStart ? 0 : lectureIds.length });
  }
  const at = lectureIds.indexOf(row.slice('lecture:'.length));
  return withLectureAt(outline, item.id, { key, index: edge === 'top' ? at : at + 1 });
};

export interface NamedItem extends OutlineItem {
  title: string;
}

/** Space picks an item up, arrows move it, Space drops it, Escape puts it back; each is announced to screen readers. */
export const useKeyboardMove = ({ outline, preview, arrange }: Pick<Curriculum, 'outline' | 'preview' | 'arrange'>) => {
  const { t } = useLingui();
  const language = useLanguage();
  const [picked, setPicked] = useState<{ item: NamedItem; before: CourseOutline }>();
  const [announcement, setAnnouncement] = useState('');

  const drop = (item: NamedItem): void => {
    setPicked(undefined);
    arrange(outline);
    setAnnouncement(t`${item.title} dropped: ${{ place: positionOf(outline, item, language) }}`);
  };

  const putBack = (item: NamedItem, before: CourseOutline): void => {
    setPicked(undefined);
    preview(undefined);
    setAnnouncement(t`${item.title} put back: ${{ place: positionOf(before, item, language) }}`);
  };

  const move = (item: NamedItem, step: 1 | -1): void => {
    const next = stepped(outline, item, step);
    preview(next);
    setAnnouncement(t`${item.title} is now ${{ place: positionOf(next, item, language) }}`);
  };

  const pick = (item: NamedItem): void => {
    setPicked({ item, before: outline });
    preview(outline);
    setAnnouncement(
      t`${item.title} picked up: ${{ place: positionOf(outline, item, language) }}. Move it with the arrow keys. Space drops it, Escape puts it back.`,
    );
  };

  const keysOf = (item: NamedItem): Record<string, () => void> =>
    picked?.item.id === item.id
      ? {
          ' ': () => drop(item),
          Enter: () => drop(item),
          ArrowUp: () => move(item, -1),
          ArrowDown: () => move(item, 1),
          Escape: () => putBack(item, picked.before),
        }
      : { ' ': () => pick(item), Enter: () => pick(item) };

  return {
    announcement,
    pickedId: picked?.item.id,
    handlersOf: (item: NamedItem) => ({
      onKeyDown: (event: KeyboardEvent) => {
        const act = keysOf(item)[event.key];
        if (!act) return;
        event.preventDefault();
        event.stopPropagation();
        act();
      },
      // What has left the focus stays where it is seen.
      onBlur: () => picked?.item.id === item.id && drop(item),
    }),
  };
};

interface PointerMoveNeeds {
  onDrop: (item: OutlineItem, edge: DropEdge) => void;
  /** The pointer rests on the row of a section. */
  onRest: (row: DropEdge['row']) => void;
}

const REST_MS = 600;
const SCROLL_MARGIN_PX = 72;
const SCROLL_STEP_PX = 10;
/** A shorter way is a press. */
const START_PX = 4;

const edgeUnder = (list: HTMLElement, y: number): DropEdge | undefined => {
  const rows = [...list.querySelectorAll<HTMLElement>('[data-row]')];
  const row = rows.find((one) => y < one.getBoundingClientRect().bottom) ?? rows.at(-1);
  const name = row?.dataset['row'] ?? '';
  if (!row || !isRowName(name)) return undefined;
  const { top, height } = row.getBoundingClientRect();
  return { row: name, edge: y < top + height / 2 ? 'top' : 'bottom' };
};

const scrollNear = (y: number): void => {
  if (y < SCROLL_MARGIN_PX) window.scrollBy(0, -SCROLL_STEP_PX);
  else if (y > window.innerHeight - SCROLL_MARGIN_PX) window.scrollBy(0, SCROLL_STEP_PX);
};

interface Follow {
  list: HTMLElement;
  startY: number;
  onEdge: (edge: DropEdge | undefined) => void;
  onRest: (row: DropEdge['row']) => void;
  onEnd: (edge: DropEdge | undefined) => void;
}

/** Follows the pointer until it is released, also while the page scrolls below it; returns a function that stops it. */
const followPointer = ({ list, startY, onEdge, onRest, onEnd }: Follow): (() => void) => {
  const ending = new AbortController();
  const { signal } = ending;
  let y = startY;
  let edge: DropEdge | undefined;
  let rest: ReturnType<typeof setTimeout> | undefined;
  let frame = 0;
  let hasMoved = false;
  const look = (): void => {
    frame = requestAnimationFrame(look);
    if (!hasMoved) return;
    scrollNear(y);
    const next = edgeUnder(list, y);
    if (next?.row !== edge?.row) {
      clearTimeout(rest);
      rest = setTimeout(() => next && onRest(next.row), REST_MS);
    }
    if (next?.row !== edge?.row || next?.edge !== edge?.edge) onEdge(next);
    edge = next;
  };
  const stop = (): void => {
    ending.abort();
    cancelAnimationFrame(frame);
    clearTimeout(rest);
  };
  const end = (dropped: DropEdge | undefined): void => {
    stop();
    onEnd(dropped);
  };
  const release = (): void => {
    if (hasMoved) edge = edgeUnder(list, y);
    end(edge);
  };
  frame = requestAnimationFrame(look);
  const move = ({ clientY }: MouseEvent): void => {
    y = clientY;
    hasMoved ||= Math.abs(y - startY) > START_PX;
  };
  addEventListener('pointermove', move, { signal });
  addEventListener('pointerup', release, { signal });
  addEventListener('pointercancel', () => end(undefined), { signal });
  addEventListener('keydown', ({ key }) => key === 'Escape' && end(undefined), { signal });
  return stop;
};

/** Drags a row by its handle, with mouse, pen or touch. A line shows where it would be dropped; Escape cancels. */
export const usePointerMove = ({ onDrop, onRest }: PointerMoveNeeds) => {
  const [dragged, setDragged] = useState<OutlineItem & { list: HTMLElement; startY: number }>();
  const [edge, setEdge] = useState<DropEdge>();
  const rest = useEffectEvent(onRest);
  const drop = useEffectEvent(onDrop);
  useEffect(() => {
    if (!dragged) return undefined;
    return followPointer({
      list: dragged.list,
      startY: dragged.startY,
      onEdge: setEdge,
      onRest: (row) => rest(row),
      onEnd: (dropped) => {
        setDragged(undefined);
        setEdge(undefined);
        if (dropped) drop(dragged, dropped);
      },
    });
  }, [dragged]);
  return {
    dragged,
    edge,
    handlersOf: (item: OutlineItem) => ({
      onPointerDown: ({ button, clientY, currentTarget }: PointerEvent<HTMLElement>) => {
        const list = currentTarget.closest('ol');
        if (button === 0 && list) setDragged({ ...item, list, startY: clientY });
      },
    }),
  };
};
