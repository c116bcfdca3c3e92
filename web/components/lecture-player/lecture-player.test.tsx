import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { StrictMode } from 'react';
import { expect, test } from 'vitest';
import { fakeMedia } from '#web/components/lecture-player/fake-media.ts';
import { LecturePlayer } from '#web/components/lecture-player/lecture-player.tsx';

interface Given {
  /** What the page finds when it asks again; nothing means that it finds nothing. */
  freshAddresses?: string[];
  startsPlaying?: boolean;
}

const open = ({ freshAddresses = [], startsPlaying = false }: Given = {}) => {
  const fake = fakeMedia();
  const renewAddress = async (): Promise<string> => {
    const address = freshAddresses.shift();
    if (!address) throw new Error('no address');
    return address;
  };
  const { unmount } = render(
    <StrictMode>
      <LecturePlayer
        title="Stocks and flows"
        address="https://school.example/first.mp4"
        durationMs={60_000}
        renewAddress={renewAddress}
        startsPlaying={startsPlaying}
      />
    </StrictMode>,
  );
  return { ...fake, unmount, user: userEvent.setup() };
};

const button = (name: string) => screen.getByRole('button', { name });

test('a stream that breaks goes on from a fresh address, at the same place and speed', async () => {
  const { media, video, user, ...the } = open({ freshAddresses: ['https://school.example/second.mp4'] });
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

test('a jump that breaks the stream is finished on the fresh address', async () => {
  const { media, ...the } = open({ freshAddresses: ['https://school.example/second.mp4'] });
  await the.hasOpened();
  await the.reaches(5);
  fireEvent.change(screen.getByLabelText('Seek'), { target: { value: '48' } });
  media.seconds = 5;
  await the.breaks();
  await the.hasOpened();
  expect(media.seconds).toBe(48);
});

test('a fresh address that breaks at once is told, and can be tried again by hand', async () => {
  const { video, user, ...the } = open({
    freshAddresses: ['https://school.example/second.mp4', 'https://school.example/third.mp4'],
  });
  await the.breaks();
  expect(screen.queryByRole('alert')).toBeNull();
  await the.breaks();
  expect(screen.getByRole('alert').textContent).toContain('The video does not load');
  await user.click(button('Try again'));
  expect(video().src).toBe('https://school.example/third.mp4');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('an address that was played may be renewed as often as it runs out', async () => {
  const { video, ...the } = open({
    freshAddresses: ['https://school.example/second.mp4', 'https://school.example/third.mp4'],
  });
  await the.hasOpened();
  await the.breaks();
  await the.hasOpened();
  await the.reaches(20);
  await the.breaks();
  expect(video().src).toBe('https://school.example/third.mp4');
});

test('speed and loudness are remembered for the next lecture', async () => {
  const first = open();
  await first.user.selectOptions(screen.getByLabelText('Speed'), '1.75');
  await first.user.click(button('Mute'));
  fireEvent(first.video(), new Event('ratechange'));
  fireEvent(first.video(), new Event('volumechange'));
  first.unmount();
  const second = open();
  expect(second.video()).toMatchObject({ playbackRate: 1.75, muted: true });
});

test('an unreadable stored choice plays as usual', () => {
  localStorage.setItem('player', '{"rate":900,"volume":"loud"');
  expect(open().video()).toMatchObject({ playbackRate: 1, volume: 1, muted: false });
});

test('a player that goes takes its stream with it', () => {
  const { video, unmount } = open({ startsPlaying: true });
  const element = video();
  expect(element.hasAttribute('src')).toBe(true);
  unmount();
  expect(element.hasAttribute('src')).toBe(false);
});

test('letters steer the video from anywhere but a field; arrows and space only inside it', async () => {
  const { media, user, ...the } = open();
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

test('captions have a button only where there are captions', async () => {
  const { captions, hasCaptions, user } = open();
  expect(screen.queryByRole('button', { name: /captions/ })).toBeNull();
  await hasCaptions();
  await user.click(button('Show captions'));
  expect(captions()).toEqual(['showing']);
  await user.click(button('Hide captions'));
  expect(captions()).toEqual(['hidden']);
});
