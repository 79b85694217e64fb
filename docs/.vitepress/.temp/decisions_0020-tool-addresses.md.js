import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Every attempt has tools of its own","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0020-tool-addresses.md","filePath":"decisions/0020-tool-addresses.md"}');
const _sfc_main = { name: "decisions/0020-tool-addresses.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="every-attempt-has-tools-of-its-own" tabindex="-1">Every attempt has tools of its own <a class="header-anchor" href="#every-attempt-has-tools-of-its-own" aria-label="Permalink to &quot;Every attempt has tools of its own&quot;">​</a></h1><p>The async context says whose a request is only as long as nothing stands between the agent and the wire. A client that a module makes once (a <code>DataLoader</code>, a rate limiter, a loop that the first case starts) sends everything in the context of whoever came first, and with one address for all of them 399 of 400 cases were judged as if their agent had called nothing.</p><p>So the address says it: <code>POST http://tools.test/&lt;token&gt;/&lt;tool&gt;</code>, with a token of 128 random bits for each attempt. The async context is not asked for tool calls at all, so that there is one rule. The price is that an address written into an agent&#39;s code leads nowhere; it is answered 404 with what to do, and noted in the trace.</p><ul><li><strong>After the agent has returned</strong>, calls that it had on their way are waited for: until none has arrived for 2 milliseconds and ten turns of the event loop, at most 50 milliseconds. Requests take fewer turns than that to arrive, however slow the machine; a call that waits for a timer of its own may come later. An agent that was stopped, by its time or from outside, is not waited for.</li><li><strong>A later call</strong> is answered 410 with the name of its attempt, whoever makes it, and touches no world. It is reported where it belongs: in <code>late</code> of the trace, as long as that is held in memory, and by a warning of the process that names the task. The trace of a suite case is written by then, so its file does not say so.</li><li><strong><code>tool.invoke</code></strong> tells the recorder when its call starts and ends, and its request names the call by a header. That name is a secret as well, bound to its tool and good for one request; a request with any other name is a call of its own. Otherwise code could send a call under the name of one that was recorded, and rewrite it.</li><li>Nothing that is kept holds a token: in traces, and in the requests that a fork compares, it reads <code>attempt</code>.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0020-tool-addresses.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0020ToolAddresses = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0020ToolAddresses as default
};
