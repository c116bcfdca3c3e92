import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { type DropEdge, isRowName } from './drop-edge.ts';
import type { OutlineItem } from '#web/features/classroom/curriculum/outline.ts';

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
export const usePointerMove = (needs: PointerMoveNeeds) => {
  const [dragged, setDragged] = useState<OutlineItem & { list: HTMLElement; startY: number }>();
  const [edge, setEdge] = useState<DropEdge>();
  const latest = useRef(needs);
  useEffect(() => {
    latest.current = needs;
  });
  useEffect(() => {
    if (!dragged) return undefined;
    return followPointer({
      list: dragged.list,
      startY: dragged.startY,
      onEdge: setEdge,
      onRest: (row) => latest.current.onRest(row),
      onEnd: (dropped) => {
        setDragged(undefined);
        setEdge(undefined);
        if (dropped) latest.current.onDrop(dragged, dropped);
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
