// @vitest-environment jsdom
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ApiError, errorMessage } from './api-error.ts';
import { call, download } from './call.ts';
import { confirmation } from './confirmation.ts';
import { connect, readIn } from './connection.ts';

/** The network: requests and responses. */
const network = (respond: () => Response | Promise<Response>) => {
  const requests: { url: string; init: RequestInit }[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    requests.push({ url, init });
    return respond();
  });
  return requests;
};

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

const failure = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error('The call should have failed with an ApiError');
  return error;
};

const signedInWith = (token: string | undefined) => {
  const refused: string[] = [];
  connect({ readToken: () => token, onRefused: (gone) => refused.push(gone) });
  return refused;
};

afterEach(() => {
  signedInWith(undefined);
  vi.unstubAllGlobals();
});

describe('call', () => {
  it('fills in the path, omits empty query parameters, and sends the token', { tags: ['CALL-01'] }, async () => {
    signedInWith('secret');
    const requests = network(() => json({ success: true, message: 'Courses fetched successfully' }));
    await call('GET /courses', { query: { search: 'a b', category: '', limit: 12 } });
    await call('DELETE /courses/:courseId/lecture/:lectureId', { params: { courseId: 'a/b', lectureId: 'c' } });

    expect(requests.map(({ url }) => url)).toEqual([
      '/api/v1/courses?search=a+b&limit=12',
      '/api/v1/courses/a%2Fb/lecture/c',
    ]);
    expect(requests[0]?.init.headers).toMatchObject({ Authorization: 'Bearer secret' });
  });

  it('sends no token for a visitor', { tags: ['CALL-02'] }, async () => {
    const requests = network(() => json({ success: true, message: 'Site' }));
    await call('GET /site');
    expect(requests[0]?.init.headers).not.toHaveProperty('Authorization');
  });

  it('asks for the language of the page', async () => {
    const requests = network(() => json({ success: true, message: 'Site' }));
    onTestFinished(() => readIn('en', false));
    for (const isOneOfSeveral of [false, true]) {
      readIn('hi', isOneOfSeveral);
      await call('GET /site');
    }
    expect(requests.map(({ url }) => url)).toEqual(['/api/v1/site', '/api/v1/site?language=hi']);
    for (const { init } of requests) expect(init.headers).toMatchObject({ 'Accept-Language': 'hi' });
  });

  it('waits as long as the response takes', { tags: ['CALL-03'] }, async () => {
    vi.useFakeTimers();
    let respond: (response: Response) => void = () => undefined;
    const requests = network(() => new Promise((resolve) => (respond = resolve)));
    let isOver = false;
    const site = call('GET /site').finally(() => (isOver = true));
    await vi.advanceTimersByTimeAsync(24 * 3_600_000);
    expect(isOver).toBe(false);
    // A signal could end it by a clock that the test does not move.
    expect(requests.map(({ init }) => init.signal)).toEqual([null]);
    respond(json({ success: true, message: 'Site' }));
    expect(await site).toMatchObject({ message: 'Site' });
    vi.useRealTimers();
  });

  it('sets no time limit on an upload', { tags: ['CALL-03'] }, () => {
    const timeouts: number[] = [];
    class Sent extends XMLHttpRequest {
      override send(): void {
        timeouts.push(this.timeout);
      }
    }
    vi.stubGlobal('XMLHttpRequest', Sent);
    void call('GET /site', { onProgress: () => undefined });
    expect(timeouts).toEqual([0]);
  });

  it('sends a form with its text before its files', async () => {
    const requests = network(() => json({ success: true, message: 'Lectures added successfully' }));
    const lecture = new File(['video'], 'one.mp4', { type: 'video/mp4' });
    await call('POST /courses/:courseId', {
      params: { courseId: 'c' },
      files: { lecture },
      fields: { title: 'One', description: 'First' },
    });
    const { body, headers } = requests[0]?.init ?? {};
    expect(body instanceof FormData && [...body.keys()]).toEqual(['title', 'description', 'lecture']);
    expect(headers).not.toHaveProperty('Content-Type');
  });

  it("throws the server's error", async () => {
    const details = [{ path: 'fullName', message: 'Name should be atleast of 5 characters' }];
    network(() => json({ success: false, message: 'Please check', code: 'validation_failed', details }, 400));
    const error = await failure(call('GET /site'));
    expect(error).toMatchObject({ status: 400, code: 'validation_failed', details });
    expect(errorMessage(error, 'Fallback')).toBe('Please check');
  });

  it.each([
    ['the network is down', () => Promise.reject(new TypeError('Failed to fetch')), 0],
    ['a page comes back instead of a response', () => new Response('<html>', { status: 502 }), 502],
    ['a good status has no body', () => new Response('', { status: 200 }), 200],
  ])('throws an error without a message when %s', async (_, respond, status) => {
    network(respond);
    const error = await failure(call('GET /site'));
    expect(error.status).toBe(status);
    expect(errorMessage(error, 'Failed to login')).toBe('Failed to login');
  });

  it('reports a rejected token, but not a wrong password', async () => {
    const refused = signedInWith('old');
    network(() => json({ success: false, message: 'No', code: 'wrong_credentials' }, 401));
    await failure(call('POST /user/login', { body: { email: 'a@b', password: 'x' } }));
    expect(refused).toEqual([]);

    network(() => json({ success: false, message: 'Please log in', code: 'unauthenticated' }, 401));
    await failure(call('GET /user/me'));
    expect(refused).toEqual(['old']);
  });
});

describe('what needs a confirmation', () => {
  const asked = (isConfirmed: boolean) => {
    let isOpen = false;
    const stop = confirmation.subscribe(() => {
      const end = confirmation.current();
      if (!end || isOpen) return;
      isOpen = true;
      end(isConfirmed);
    });
    return { wasAsked: () => isOpen, stop };
  };
  const needed = () =>
    json({ success: false, code: 'confirmation_needed', message: 'Please confirm that it is you' }, 403);

  it('is downloaded after its user has confirmed', async () => {
    const responses = [needed(), new Response('a,b')];
    const requests = network(() => responses.shift() ?? needed());
    const question = asked(true);
    const { name, content } = await download('GET /admin/people/export', 'people.csv');
    question.stop();
    expect([name, await content.text(), requests.length, question.wasAsked()]).toEqual(['people.csv', 'a,b', 2, true]);
  });

  it('is not downloaded when its user closes the question', async () => {
    const requests = network(needed);
    const question = asked(false);
    await expect(download('GET /admin/people/export', 'people.csv')).rejects.toThrow(
      expect.objectContaining({ name: 'AbortError' }),
    );
    question.stop();
    expect(requests).toHaveLength(1);
  });
});
