import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"What msw does not see goes through a gateway","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0032-gateway.md","filePath":"decisions/0032-gateway.md"}');
const _sfc_main = { name: "decisions/0032-gateway.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="what-msw-does-not-see-goes-through-a-gateway" tabindex="-1">What msw does not see goes through a gateway <a class="header-anchor" href="#what-msw-does-not-see-goes-through-a-gateway" aria-label="Permalink to &quot;What msw does not see goes through a gateway&quot;">​</a></h1><p>Own copies of undici, worker threads, node children and MCP servers over stdio are where agents keep their clients. The guard could only refuse the first of them, and did not see the others at all. A connection that would be refused goes to a gateway on loopback in the test worker instead, with one line in front (<code>TW https TOKEN HOST PORT</code>). The gateway makes the request again within the worker on behalf of the attempt, so routes, tools, mocks and refusals are the same as for any other client.</p><ul><li><strong>Only where there may be an answer.</strong> In the worker a connection goes to the gateway when its host has a tool, a route or a mock; others are refused at connect as before, because a failed connection says more to a client than an answer that nobody gave. A child does not know what has an answer, so all its connections go there, and a refusal comes as 502 with the message.</li><li><strong>TLS is played</strong>: <code>tls.connect</code> gives a plain socket that looks encrypted to its client. There is no certificate authority to install, and nothing leaves the machine.</li><li><strong>What a child inherits is in the URL of the preloaded module</strong> (<code>--import=guard.js?port=&amp;token=&amp;allow=</code>), by <code>NODE_OPTIONS</code> for processes and <code>execArgv</code> for threads. It survives a reduced environment, shells in between and grandchildren. Other programs get the variables of a proxy; node takes them out again, since axios obeys them.</li><li><strong>Every answer closes its connection</strong>: a kept one would carry the next case&#39;s request under this case&#39;s token.</li><li><strong>The gateway&#39;s own requests use no pool</strong>: a copy of undici shares its global one with the <code>fetch</code> of node, where a request of the gateway could ride on a connection that leads to the gateway.</li><li><strong>A mark on the gateway&#39;s own requests</strong> ends a circle: what comes back to the gateway was taken by nobody.</li><li><strong>A process that is waited for</strong> blocks the thread that would answer it, so it is told to refuse by itself.</li><li><strong>Open connections of before are closed</strong> without an error, when a case begins: pools open another one, which is then refused by name.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0032-gateway.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0032Gateway = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0032Gateway as default
};
