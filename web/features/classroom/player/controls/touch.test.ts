import { beforeEach, expect, test, vi } from 'vitest';
import { createTouchGestures } from './touch.ts';

const WIDTH_PX = 390;
const LEFT = 40;
const MIDDLE = 195;
const RIGHT = 350;

const aFinger = () => {
  const seen: string[] = [];
  const gestures = createTouchGestures({
    tap: () => void seen.push('tap'),
    skip: (direction, totalSeconds) => void seen.push(`skip ${direction * totalSeconds}`),
    hold: () => void seen.push('hold'),
    release: () => void seen.push('release'),
    swipeDown: () => void seen.push('swipe down'),
    pinch: (isApart) => void seen.push(isApart ? 'apart' : 'together'),
  });
  const point = (xPx: number, yPx = 100, finger = 1) => ({ finger, xPx, yPx, widthPx: WIDTH_PX, atMs: Date.now() });
  const tapAfter = (ms: number, xPx: number) => {
    vi.advanceTimersByTime(ms);
    gestures.down(point(xPx));
    gestures.up(point(xPx));
  };
  return { seen, gestures, point, tapAfter };
};

beforeEach(() => {
  vi.useFakeTimers();
  return () => void vi.useRealTimers();
});

test('a double tap on an outer third skips ten seconds, and further taps add to it', () => {
  const { seen, tapAfter } = aFinger();
  tapAfter(0, RIGHT);
  tapAfter(200, RIGHT);
  tapAfter(600, RIGHT);
  expect(seen).toEqual(['tap', 'skip 10', 'skip 20']);
  tapAfter(800, RIGHT);
  expect(seen.slice(3)).toEqual(['tap']);
});

test('a double tap on the left goes back; taps on different sides, in the middle, or apart in time are taps', () => {
  const { seen, tapAfter } = aFinger();
  tapAfter(0, LEFT);
  tapAfter(100, LEFT);
  expect(seen).toEqual(['tap', 'skip -10']);
  tapAfter(900, LEFT);
  tapAfter(100, RIGHT);
  tapAfter(400, RIGHT);
  tapAfter(400, MIDDLE);
  tapAfter(100, MIDDLE);
  expect(seen.slice(2)).toEqual(['tap', 'tap', 'tap', 'tap', 'tap']);
});

test('a finger that stays is a hold until it is lifted, and no tap', () => {
  const { seen, gestures, point } = aFinger();
  gestures.down(point(MIDDLE));
  vi.advanceTimersByTime(500);
  gestures.move(point(MIDDLE, 180));
  expect(seen).toEqual(['hold']);
  gestures.up(point(MIDDLE, 180));
  expect(seen).toEqual(['hold', 'release']);
});

test('a finger that moves down is a swipe; one that scrolls, or a second one, is nothing', () => {
  const { seen, gestures, point } = aFinger();
  gestures.down(point(MIDDLE, 20));
  gestures.move(point(MIDDLE, 60));
  vi.advanceTimersByTime(600);
  gestures.up(point(MIDDLE + 10, 120));
  expect(seen).toEqual(['swipe down']);
  gestures.down(point(MIDDLE));
  gestures.cancel();
  gestures.down(point(LEFT));
  gestures.down(point(RIGHT, 100, 2));
  gestures.up(point(RIGHT, 100, 2));
  gestures.up(point(LEFT));
  vi.advanceTimersByTime(600);
  expect(seen).toEqual(['swipe down']);
});

test('two fingers that move apart or together are a pinch, and no tap', () => {
  const { seen, gestures, point, tapAfter } = aFinger();
  gestures.down(point(180));
  gestures.down(point(220, 100, 2));
  gestures.move(point(225, 100, 2));
  gestures.move(point(300, 100, 2));
  gestures.move(point(200, 100, 2));
  gestures.up(point(200, 100, 2));
  gestures.move(point(20));
  gestures.up(point(20));
  vi.advanceTimersByTime(600);
  expect(seen).toEqual(['apart', 'together']);
  tapAfter(0, MIDDLE);
  expect(seen.slice(2)).toEqual(['tap']);
});
