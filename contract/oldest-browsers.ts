/**
 * The oldest browsers in which everything works. The build compiles for them, `npm test -- checks` compares with them what the
 * built files use, and the API reports them. `chrome` is also Edge and the WebView of Android, `safari` every browser on iPhones.
 */
export const oldestBrowsers = { safari: '16.4', chrome: '111', firefox: '115' } as const;
