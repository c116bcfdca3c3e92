import { type PointerEvent, useRef, useState } from 'react';

/** Drags the rows of a list by a handle, with mouse, pen or finger: a row takes the place that the pointer is over. */
export const useDrag = (move: (id: string, to: number) => void) => {
  const list = useRef<HTMLOListElement>(null);
  const [draggedId, setDraggedId] = useState<string>();

  const placeUnder = (y: number): number => {
    const rows = [...(list.current?.children ?? [])];
    const at = rows.findIndex((row) => y < row.getBoundingClientRect().bottom);
    return at < 0 ? rows.length - 1 : at;
  };

  const handleProps = (id: string) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setDraggedId(id);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (draggedId === id) move(id, placeUnder(event.clientY));
    },
    onPointerUp: () => setDraggedId(undefined),
    onPointerCancel: () => setDraggedId(undefined),
  });

  return { list, draggedId, handleProps };
};
