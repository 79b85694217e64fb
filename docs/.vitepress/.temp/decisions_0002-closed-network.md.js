import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"The network is closed below msw","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0002-closed-network.md","filePath":"decisions/0002-closed-network.md"}');
const _sfc_main = { name: "decisions/0002-closed-network.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="the-network-is-closed-below-msw" tabindex="-1">The network is closed below msw <a class="header-anchor" href="#the-network-is-closed-below-msw" aria-label="Permalink to &quot;The network is closed below msw&quot;">​</a></h1><p>msw gives a request its answer, but it cannot promise that nothing else leaves: it does not see every client, and a second <code>listen()</code> or a <code>close()</code> in a user&#39;s setup file silently changes what it sees. So the promise is made one level below, by a module that every worker preloads with <code>--import</code>. It patches <code>net.Socket.prototype.connect</code>, in which every TCP client ends.</p><ul><li>It is armed only while attempts run in the worker, so that a user&#39;s own network tests are left alone. It does not ask whose connection it is: pools and queues lose the async context, and refusing too much is the safe side.</li><li>A refused connection fails in its name lookup, with our error. Clients, and msw 3&#39;s own sockets, handle a failed lookup well, a socket destroyed from outside badly.</li><li>msw 3 lets mocked sockets connect as well, with a lookup of its own that answers with loopback. A custom lookup is therefore asked, and its answer decides. An IP address has no lookup, so a mock for a bare address is refused on msw 3.</li><li>A user&#39;s server is found by standing in for <code>msw/node</code> in modules that Vite transforms. Our handlers then live in that server. A request to ourselves before every attempt notices when something else took over.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0002-closed-network.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0002ClosedNetwork = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0002ClosedNetwork as default
};
