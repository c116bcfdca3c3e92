import { type PointerEvent, useEffect, useRef, useState } from 'react';

/** Drags the rows of a list by a handle, with mouse, pen or touch. */
export const useDrag = (move: (id: string, to: number) => void) => {
  const list = useRef<HTMLOListElement>(null);
  const [draggedId, setDraggedId] = useState<string>();
  const latest = useRef(move);
  useEffect(() => {
    latest.current = move;
  });

  // The row moves in the DOM while it is dragged, which would release a pointer capture.
  useEffect(() => {
    if (draggedId === undefined) return undefined;
    const ending = new AbortController();
    const placeUnder = (y: number): number => {
      const rows = [...(list.current?.children ?? [])];
      const at = rows.findIndex((row) => y < row.getBoundingClientRect().bottom);
      return at < 0 ? rows.length - 1 : at;
    };
    const options = { signal: ending.signal };
    const end = (): void => setDraggedId(undefined);
    addEventListener('pointermove', ({ clientY }) => latest.current(draggedId, placeUnder(clientY)), options);
    addEventListener('pointerup', end, options);
    addEventListener('pointercancel', end, options);
    return () => ending.abort();
  }, [draggedId]);

  const handleProps = (id: string) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button === 0) setDraggedId(id);
    },
  });

  return { list, draggedId, handleProps };
};
