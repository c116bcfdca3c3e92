interface NewerFeatures {
  reason: string;
  /** Names of built files, without their hash; any file by default. */
  files?: RegExp;
  /** One a line or several, apart by two spaces. */
  names: string;
}

const PDF = /^pdf[.-]/;
const OWN_METHOD = 'a method of a library or of our own that has the name of a newer one';

/** What built files use although a promised browser lacks it, with the reason why everything works there. */
export const newerFeatures: readonly NewerFeatures[] = [
  {
    reason:
      'the legacy build of pdf.js brings its own, with-resolvers.ts its promises, and only editors use AbortSignal.any',
    files: PDF,
    names: `
      Promise.try  Promise.withResolvers  .try()  URL.parse  AbortSignal.any  Math.sumPrecise  .difference()
      .intersection()  .getOrInsert()  .getOrInsertComputed()  .toArray()  .take()  Iterator.find
      Iterator.filter  Iterator.flatMap  Iterator.some  Uint8Array.fromBase64  .fromBase64()
      .setFromBase64()  .setFromHex()  .toBase64()  .toHex()  JSON.rawJSON  JSON.isRawJSON  .grow()
      .transferToFixedLength()`,
  },
  {
    reason: 'pdf.js asks for it, and draws without it',
    files: PDF,
    names: `
      ImageDecoder  ImageDecoder.isTypeSupported  VideoFrame  .copyTo()  Float16Array  Sanitizer
      Navigator.gpu  .requestAdapter()  .getPreferredCanvasFormat()  .requestDevice()  .createShaderModule()
      .createRenderPipeline()  .writeBuffer()  .createBindGroup()  .getBindGroupLayout()
      .createCommandEncoder()  .beginRenderPass()  .createView()  .getCurrentTexture()  .setPipeline()
      .setBindGroup()  .setVertexBuffer()  .getCoalescedEvents()`,
  },
  { reason: 'the library asks for it, and encodes by itself without it', files: /^qr-code[.-]/, names: '.toBase64()' },
  {
    reason: OWN_METHOD,
    files: PDF,
    names: '.isVisible()  .getMetadata()  .getViewport()  .getName()  .isValid()  Permissions',
  },
  {
    reason: OWN_METHOD,
    names: '.take()  .createContext()  .use()  .isActive()  .canParse()',
  },
  {
    reason: 'the library asks for it: zod, js-base64 of the uploads, recharts, hls.js, React',
    names: `
      Error.captureStackTrace  URL.canParse  Uint8Array.fromBase64  SharedArrayBuffer  Iterator.from
      setImmediate  navigation  .getAuthenticatorData()  .getTransports()  .getPublicKeyAlgorithm()
      .getPublicKey()  .isConditionalMediationAvailable()`,
  },
  {
    reason: 'React Router moves between pages without it: a transition is only asked for',
    names: 'Document.startViewTransition  .startViewTransition()  .skipTransition()  Navigator.connection',
  },
  {
    reason: 'our code asks for it, and works without it',
    names: `
      .showPopover()  Navigator.mediaSession  MediaSession.setPositionState  MediaMetadata
      .setActionHandler()  Navigator.wakeLock  WakeLock.request  Document.pictureInPictureEnabled
      Document.pictureInPictureElement  Document.exitPictureInPicture  .requestPictureInPicture()
      StorageManager.estimate  .webkitGetAsEntry()  ClipboardItem  Clipboard.write  Navigator.share`,
  },
  {
    reason: 'notices of a browser are offered where it has them all',
    names: `
      Notification  Notification.permission  Notification.requestPermission  .getSubscription()
      .showNotification()`,
  },
  {
    reason: 'styles: without it, the page looks plainer',
    names: `
      overflow-anchor  scrollbar-width  scrollbar-color  scrollbar-gutter  text-wrap  text-decoration: dotted  :selection
      font-family: ui-monospace  animation-timeline  @starting-style  field-sizing  forced-color-adjust`,
  },
  {
    reason: 'styles: for a mouse, which phones do not have',
    names: `
      cursor: pointer  cursor: not-allowed  cursor: grab  cursor: grabbing  cursor: default  cursor: none
      resize`,
  },
  {
    reason: 'styles: asked for by @supports, which tells what to do without it',
    names: 'appearance: base-select  :picker  :picker-icon  :open  @property',
  },
  { reason: 'styles: replaced in has-selector.ts where it is missing', names: ':has' },
];
