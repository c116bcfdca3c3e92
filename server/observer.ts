/** Work whose time and outcome metrics and traces report. There are few names, and each is written in the code. */
export interface Operation {
  kind: 'job' | 'email' | 'provider' | 'statement';
  name: string;
}

/** Receives the work of the parts of the server. */
export interface Observer {
  /** Runs `work`, and records how long it took and how it ended: `ok`, or `outcomeOf` the error. */
  run<T>(operation: Operation, work: () => Promise<T>, outcomeOf?: (error: unknown) => string): Promise<T>;
  /** Records work that has just ended. */
  ended(operation: Operation, outcome: { durationMs: number; outcome: string }): void;
  webhookReceived(type: string, outcome: string): void;
  /** Records bytes of stored files that were sent, by the pattern of the route. */
  bytesSent(route: string, sizeBytes: number): void;
}

/** When nothing is measured. */
export const noObserver: Observer = {
  run: (_operation, work) => work(),
  ended: () => undefined,
  webhookReceived: () => undefined,
  bytesSent: () => undefined,
};

/** Reports to all of them; each sees its own operations nested as they ran. */
export const observeWith = (observers: readonly Observer[]): Observer => ({
  run: (operation, work, outcomeOf) =>
    observers.reduce((inner, observer) => () => observer.run(operation, inner, outcomeOf), work)(),
  ended: (operation, outcome) => observers.forEach((observer) => observer.ended(operation, outcome)),
  webhookReceived: (type, outcome) => observers.forEach((observer) => observer.webhookReceived(type, outcome)),
  bytesSent: (route, sizeBytes) => observers.forEach((observer) => observer.bytesSent(route, sizeBytes)),
});
