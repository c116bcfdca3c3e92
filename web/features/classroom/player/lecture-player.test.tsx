import { onlineManager } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { isSlow } from '#web/features/classroom/player/stream/hls-stream.ts';
import { button, openPlayer } from './player-for-test.tsx';
import { SlowLine } from './player-notice.tsx';

afterEach(() => void vi.useRealTimers());

test('a broken stream resumes from a new address, at the same position and speed', async () => {
  const { media, video, user, ...the } = openPlayer({ freshAddresses: ['https://school.example/second.mp4'] });
  await the.hasOpened();
  await user.click(button('Play'));
  await user.selectOptions(screen.getByLabelText('Speed'), '1.5');
  await the.reaches(31);
  await the.breaks();
  expect(video().src).toBe('https://school.example/second.mp4');
  await the.hasOpened();
  expect(media).toMatchObject({ seconds: 31, isPaused: false });
  expect(video().playbackRate).toBe(1.5);
});

test('a seek that breaks the stream finishes on the new address', async () => {
  const { media, ...the } = openPlayer({ freshAddresses: ['https://school.example/second.mp4'] });
  await the.hasOpened();
  await the.reaches(5);
  fireEvent.change(screen.getByLabelText('Seek'), { target: { value: '48' } });
  media.seconds = 5;
  await the.breaks();
  await the.hasOpened();
  expect(media.seconds).toBe(48);
});

test('a renewed address that fails at once shows an error with "Try again"', async () => {
  const { video, user, ...the } = openPlayer({
    freshAddresses: ['https://school.example/second.mp4', 'https://school.example/third.mp4'],
  });
  await the.breaks();
  expect(screen.queryByRole('alert')).toBeNull();
  await the.breaks();
  expect(screen.getByRole('alert').textContent).toContain('The video could not be loaded');
  await user.click(button('Try again'));
  expect(video().src).toBe('https://school.example/third.mp4');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a lost connection is shown, and playback resumes when it is back', async () => {
  const freshAddresses: string[] = [];
  const { media, video, user, ...the } = openPlayer({ freshAddresses });
  await the.hasOpened();
  await user.click(button('Play'));
  await the.reaches(31);
  await the.breaks();
  expect(screen.getByRole('alert').textContent).toContain('when you’re back online');
  freshAddresses.push('https://school.example/second.mp4');
  for (const isOnline of [false, true]) await act(async () => onlineManager.setOnline(isOnline));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(video().src).toBe('https://school.example/second.mp4');
  await the.hasOpened();
  expect(media).toMatchObject({ seconds: 31, isPaused: false });
});

test('an address that played may be renewed whenever it expires', async () => {
  const { video, ...the } = openPlayer({
    freshAddresses: ['https://school.example/second.mp4', 'https://school.example/third.mp4'],
  });
  await the.hasOpened();
  await the.breaks();
  await the.hasOpened();
  await the.reaches(20);
  await the.breaks();
  expect(video().src).toBe('https://school.example/third.mp4');
});

test('speed and volume are remembered for the next lecture', async () => {
  const first = openPlayer();
  await first.user.selectOptions(screen.getByLabelText('Speed'), '1.75');
  await first.user.click(button('Mute'));
  fireEvent(first.video(), new Event('ratechange'));
  fireEvent(first.video(), new Event('volumechange'));
  first.unmount();
  const second = openPlayer();
  expect(second.video()).toMatchObject({ playbackRate: 1.75, muted: true });
});

test('an unreadable stored preference is ignored', () => {
  localStorage.setItem('player', '{"rate":900,"volume":"loud"');
  expect(openPlayer().video()).toMatchObject({ playbackRate: 1, volume: 1, muted: false });
});

test('a player closes its stream when it unmounts', { tags: ['VID-53'] }, () => {
  const { video, unmount } = openPlayer({ startsPlaying: true });
  const element = video();
  expect(element.hasAttribute('src')).toBe(true);
  unmount();
  expect(element.hasAttribute('src')).toBe(false);
});

test('letter keys control the video outside of fields; arrows and space only inside the player', async () => {
  const { media, user, ...the } = openPlayer();
  await the.hasOpened();
  await the.reaches(30);
  await user.keyboard('kl');
  expect(media).toMatchObject({ isPaused: false, seconds: 40 });
  await user.keyboard('{ArrowRight}');
  expect(media.seconds).toBe(40);
  screen.getByRole('region', { name: 'Video: Stocks and flows' }).focus();
  await user.keyboard('{ArrowLeft} ');
  expect(media).toMatchObject({ isPaused: true, seconds: 35 });

  const field = document.body.appendChild(document.createElement('input'));
  field.focus();
  await user.keyboard('jk');
  expect(media).toMatchObject({ isPaused: true, seconds: 35 });
  field.remove();
});

test('picture-in-picture starts and ends, by key and by button', { tags: ['VID-50'] }, async () => {
  let outside: Element | null = null;
  const move = (video: Element | null) => async () => {
    outside = video;
    document
      .querySelector('video')
      ?.dispatchEvent(new Event(video ? 'enterpictureinpicture' : 'leavepictureinpicture'));
  };
  Object.defineProperties(document, {
    pictureInPictureEnabled: { configurable: true, value: true },
    pictureInPictureElement: { configurable: true, get: () => outside },
    exitPictureInPicture: { configurable: true, value: move(null) },
  });
  const { user, video, ...the } = openPlayer();
  Object.defineProperty(video(), 'requestPictureInPicture', { value: () => move(video())() });
  await the.hasOpened();
  await user.keyboard('p');
  expect(outside).toBe(video());
  await user.click(await screen.findByRole('button', { name: 'Exit picture-in-picture' }));
  expect(outside).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Picture-in-picture' }));
  expect(outside).toBe(video());
  for (const name of ['pictureInPictureEnabled', 'pictureInPictureElement', 'exitPictureInPicture'])
    Reflect.deleteProperty(document, name);
});

test('captions have a button only if there are captions; the chosen language is remembered', async () => {
  const { captions, hasCaptions, user, unmount } = openPlayer();
  expect(screen.queryByRole('button', { name: /captions/ })).toBeNull();
  await hasCaptions('en', 'English');
  await hasCaptions('hi', 'हिन्दी');
  await user.click(button('Show captions'));
  expect(captions()).toEqual(['showing', 'disabled']);
  await user.click(button('Settings'));
  await user.click(await screen.findByRole('radio', { name: 'हिन्दी' }));
  expect(captions()).toEqual(['disabled', 'showing']);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog', { name: 'Playback' })).toBeNull();
  expect(document.activeElement).toBe(button('Settings'));
  unmount();

  const next = openPlayer();
  await next.hasCaptions('en', 'English');
  await next.hasCaptions('hi', 'हिन्दी');
  expect(next.captions()).toEqual(['disabled', 'showing']);
  await next.user.click(button('Hide captions'));
  expect(next.captions()).toEqual(['disabled', 'disabled']);
});

test('digits seek, "?" lists every shortcut, and the seek bar announces chapters', async () => {
  const chapters = [
    { startMs: 0, title: 'Opening' },
    { startMs: 30_000, title: 'The stock' },
  ];
  const { media, user, ...the } = openPlayer({ chapters });
  await the.hasOpened();
  await user.keyboard('5');
  expect(media.seconds).toBe(30);
  expect(screen.getByRole('slider', { name: 'Seek' }).getAttribute('aria-valuetext')).toBe(
    '30 seconds of 1 minute, The stock',
  );
});

test('letters work while a button or a link of the page has the focus, and not in its fields, dialogs and menus', async () => {
  const { media, user, ...the } = openPlayer();
  await the.hasOpened();
  const page = document.createElement('div');
  page.innerHTML = `<button>Tab</button><a href="#x">Lecture</a><input type="checkbox" aria-label="Follow">
    <input aria-label="Search"><textarea aria-label="Note"></textarea><div role="menu"><button>Delete</button></div>`;
  document.body.append(page);
  onTestFinished(() => page.remove());
  const secondsAfter5On = async (element: HTMLElement): Promise<number> => {
    await user.keyboard('0');
    act(() => element.focus());
    await user.keyboard('5');
    act(() => element.blur());
    return media.seconds;
  };
  for (const element of [button('Tab'), screen.getByRole('link'), screen.getByLabelText('Follow')])
    expect(await secondsAfter5On(element)).toBe(30);
  for (const element of [screen.getByLabelText('Search'), screen.getByLabelText('Note'), button('Delete')])
    expect(await secondsAfter5On(element)).toBe(0);
});

test('a started lecture resumes where it was left', async () => {
  const { media, ...the } = openPlayer({ more: { startSeconds: 17 } });
  await the.hasOpened();
  expect(media.seconds).toBe(17);
});

test('playing and seeking before the video is ready happen once it is', async () => {
  const { media, user, ...the } = openPlayer({ more: { startSeconds: 17 } });
  media.isEmpty = true;
  await user.keyboard('kl');
  expect(media.isPaused).toBe(true);
  await the.hasOpened();
  expect(media).toMatchObject({ seconds: 27, isPaused: false });
});

test('a video that will play shows a pause button before its first data, and a play button when the browser refuses', async () => {
  const { media, user, ...the } = openPlayer({ startsPlaying: true });
  media.isEmpty = true;
  await the.emit('emptied');
  await user.click(button('Pause'));
  await user.click(button('Play'));
  expect(button('Pause')).toBeTruthy();
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockRejectedValue(new DOMException('No press yet', 'NotAllowedError'));
  await the.emit('loadedmetadata');
  expect(button('Play')).toBeTruthy();
});

test('a digit key seeks by the known length until the video is ready', async () => {
  const { media, user, ...the } = openPlayer();
  media.isEmpty = true;
  await user.keyboard('5');
  await the.hasOpened();
  expect(media).toMatchObject({ seconds: 30, isPaused: true });
});

test('at the end the next lecture starts automatically, unless the user cancels', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const [play, follow] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const { user, ...the } = openPlayer({ more: { next: { title: 'Loops', play, follow } } });
  await the.hasOpened();
  await the.ends();
  expect(screen.getByRole('region', { name: 'Next lecture' }).textContent).toContain('Loops');
  await user.click(button('Cancel'));
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(follow.mock.calls).toHaveLength(0);

  fireEvent(the.video(), new Event('play'));
  for (let second = 0; second < 5; second += 1) await act(() => vi.advanceTimersByTimeAsync(1000));
  expect([follow.mock.calls.length, play.mock.calls.length]).toEqual([1, 0]);
});

test('the next lecture waits to be asked for while something on the page is unfinished', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const [play, follow] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const { user, ...the } = openPlayer({ more: { next: { title: 'Loops', play, follow, waits: true } } });
  await the.hasOpened();
  await the.ends();
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  await user.click(button('Play now'));
  expect([follow.mock.calls.length, play.mock.calls.length]).toEqual([0, 1]);
});

test('a slow line is mentioned for four seconds, each time that it makes the video smaller', async () => {
  vi.useFakeTimers();
  const { rerender, container } = render(<SlowLine slow={undefined} />);
  for (const slow of [{ height: 360 }, { height: 240 }, { height: 240 }]) {
    rerender(<SlowLine slow={slow} />);
    expect(container.textContent).toBe(`The connection is slow. Playing ${slow.height}p.`);
    await act(() => vi.advanceTimersByTimeAsync(4000));
    expect(container.textContent).toBe('');
  }
});

test('a smaller size is due to the connection unless it was chosen or the player is small', () => {
  const free = { autoLevelEnabled: true, autoLevelCapping: -1 };
  expect(isSlow(free, 2, 1)).toBe(true);
  expect(isSlow(free, 1, 2)).toBe(false);
  expect(isSlow(free, undefined, 0)).toBe(false);
  expect(isSlow({ ...free, autoLevelEnabled: false }, 2, 1)).toBe(false);
  expect(isSlow({ ...free, autoLevelCapping: 1 }, 2, 1)).toBe(false);
  expect(isSlow({ ...free, autoLevelCapping: 1 }, 2, 0)).toBe(true);
});

test('an interruption stops playback, which then resumes at the same position', async () => {
  const resume = vi.fn<() => void>();
  const { user } = openPlayer({
    more: { interruption: { reason: 'It plays on another device.', action: 'Watch here', resume } },
  });
  expect(document.querySelector('video')?.hasAttribute('src')).toBe(false);
  expect(screen.getByRole('alert').textContent).toContain('another device');
  await user.click(button('Watch here'));
  expect(resume.mock.calls).toHaveLength(1);
});

test.each([
  [1080, 1920, 'tall'],
  [1080, 1350, 'upright'],
  [1920, 1080, null],
])('a picture of %i × %i has the shape %s', async (width, height, shape) => {
  const { video, ...the } = openPlayer();
  Object.defineProperties(video(), { videoWidth: { value: width }, videoHeight: { value: height } });
  await the.hasOpened();
  expect(screen.getByRole('region').getAttribute('data-shape')).toBe(shape);
});
