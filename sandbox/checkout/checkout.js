// The sandbox's version of Razorpay's checkout.js. It opens a modal layer with one frame of the origin that it was loaded
// from, and exchanges only messages with that frame. Styles are set through the DOM, so that a page that forbids inline
// styles can use it.
(() => {
  const script = document.currentScript;
  const frameUrl = new URL('checkout/frame', script instanceof HTMLScriptElement ? script.src : location.href);
  const marker = 'test-payment';

  const textOf = (value) => (typeof value === 'string' ? value.slice(0, 256) : '');

  // Functions cannot cross into the frame, and it needs nothing else.
  const forFrame = (options) => ({
    key: textOf(options.key),
    subscriptionId: textOf(options.subscription_id),
    orderId: textOf(options.order_id),
    name: textOf(options.name),
    description: textOf(options.description),
    themeColor: textOf(options.theme?.color),
    prefill: {
      name: textOf(options.prefill?.name),
      email: textOf(options.prefill?.email),
      contact: textOf(options.prefill?.contact),
    },
  });

  // A frame does not know whether the page around it is light or dark, and one that differs is painted opaque.
  const schemeOfPage = () => {
    const { colorScheme } = getComputedStyle(document.documentElement);
    const [dark, light] = [colorScheme.includes('dark'), colorScheme.includes('light')];
    if (dark && light) return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    return dark ? 'dark' : 'light';
  };

  const createLayer = () => {
    const scheme = schemeOfPage();
    const layer = document.createElement('dialog');
    layer.setAttribute('aria-label', 'Test payment');
    layer.style.cssText = `position: fixed; inset: 0; width: 100vw; height: 100dvh; max-width: none; max-height: none;
      margin: 0; padding: 0; border: 0; overflow: hidden; background: rgb(10 22 26 / 0.62)`;
    const frame = document.createElement('iframe');
    frame.title = 'Test payment';
    frame.src = `${frameUrl.href}#${scheme}`;
    frame.allow = 'payment';
    // Until the frame has applied the scheme it would be a white sheet.
    frame.style.cssText = `display: block; width: 100%; height: 100%; border: 0; background: transparent;
      color-scheme: ${scheme}; opacity: 0`;
    layer.append(frame);
    return { layer, frame };
  };

  class Razorpay {
    #options;
    #listeners = new Map();
    #shown = null;

    constructor(options) {
      if (typeof options?.key !== 'string' || options.key === '') throw new Error('No key passed');
      const purchaseId = options.order_id ?? options.subscription_id;
      if (typeof purchaseId !== 'string' || purchaseId === '') {
        throw new Error('No subscription_id or order_id passed: the sandbox accepts only these');
      }
      this.#options = options;
    }

    on(event, listener) {
      this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
    }

    open() {
      if (this.#shown !== null) return;
      const { layer, frame } = createLayer();
      const root = document.documentElement;
      const overflowBefore = root.style.overflow;
      const onMessage = (message) => {
        const known = message.source === frame.contentWindow && message.origin === frameUrl.origin;
        if (known && message.data?.marker === marker) this.#onFrameMessage(message.data);
      };
      const seconds = Number(this.#options.timeout);
      const timer = seconds > 0 ? setTimeout(() => this.#dismiss(), seconds * 1000) : undefined;
      this.#shown = {
        frame,
        remove: () => {
          clearTimeout(timer);
          window.removeEventListener('message', onMessage);
          root.style.overflow = overflowBefore;
          layer.close();
          layer.remove();
        },
      };
      window.addEventListener('message', onMessage);
      layer.addEventListener('cancel', (event) => {
        event.preventDefault();
        this.#escape();
      });
      layer.addEventListener('close', () => this.#dismiss());
      document.body.append(layer);
      root.style.overflow = 'hidden';
      layer.showModal();
      frame.focus();
    }

    /** Removes the window without calling `ondismiss`. */
    close() {
      const shown = this.#shown;
      this.#shown = null;
      shown?.remove();
    }

    #onFrameMessage(message) {
      if (message.type === 'ready') this.#sendOptions();
      else if (message.type === 'success') {
        this.close();
        this.#options.handler?.(message.response);
      } else if (message.type === 'failed') {
        for (const listener of this.#listeners.get('payment.failed') ?? []) listener(message.response);
        if (this.#options.retry === false || this.#options.retry?.enabled === false) this.#dismiss();
      } else if (message.type === 'close') this.#confirmAndDismiss();
      else if (message.type === 'escape') this.#escape();
      else if (message.type === 'backdrop' && this.#options.modal?.backdropclose === true) this.#confirmAndDismiss();
    }

    #sendOptions() {
      const { frame } = this.#shown ?? {};
      frame?.contentWindow?.postMessage({ marker, type: 'open', options: forFrame(this.#options) }, frameUrl.origin);
      frame?.style.setProperty('opacity', '1');
    }

    #escape() {
      if (this.#options.modal?.escape !== false) this.#confirmAndDismiss();
    }

    #confirmAndDismiss() {
      const asks = this.#options.modal?.confirm_close === true;
      if (!asks || window.confirm('Do you want to leave this payment?')) this.#dismiss();
    }

    #dismiss() {
      if (this.#shown === null) return;
      this.close();
      this.#options.modal?.ondismiss?.();
    }
  }

  window.Razorpay = Razorpay;
})();
