import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse(`{"title":"The agent's own APIs are routed to simulators","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0028-routes.md","filePath":"decisions/0028-routes.md"}`);
const _sfc_main = { name: "decisions/0028-routes.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="the-agent-s-own-apis-are-routed-to-simulators" tabindex="-1">The agent&#39;s own APIs are routed to simulators <a class="header-anchor" href="#the-agent-s-own-apis-are-routed-to-simulators" aria-label="Permalink to &quot;The agent&#39;s own APIs are routed to simulators&quot;">​</a></h1><p>An agent with clients of its own was refused by the closed network and read &quot;called no tool&quot;. A route names the tool that answers a request; the agent&#39;s code does not change, and the case sees calls.</p><ul><li><strong>Whose request it is</strong> only the asynchronous context tells, so cases run one by one where there are routes. A request in the context of a case that is over is refused with 409: a loop that the first case started looks just like an agent that forgot to await. <code>attribution: &#39;running&#39;</code> is there for clients that outlive a case.</li><li><strong>A host with routes is closed</strong> but for its routes: what none takes gets 501 with the list of them, also where the network is open, unless <code>allow</code> names the host. An agent under test should not pay a refund because a path was misspelt.</li><li><strong>Arguments by default</strong> are what path, query and body hold of the tool&#39;s parameters: an API key in the query never reaches the trace.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0028-routes.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0028Routes = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0028Routes as default
};
