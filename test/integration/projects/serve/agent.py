import json, re, sys
from client import attempt, solved

def agent(prompt, tools, call):
    names = [tool["name"] for tool in tools]
    if prompt.startswith("Send"):
        return str(call("send_email", to="kim@example.com", subject="Lunch", body="See you at noon."))
    weather = call("get_weather", city=re.search(r"in (\w+)", prompt)[1])
    celsius = weather["temperature_celsius"]
    if "unit_convert" not in names:
        return f"ANSWER: {celsius}"
    # A first call that the tool refuses, which is told in the answer.
    assert call("unit_convert", value=celsius)["error"]["code"] == "invalid_argument"
    # A whole number as a float, which JSON text of JavaScript does not know.
    converted = call("unit_convert", value=float(celsius), from_unit="celsius", to_unit="fahrenheit")
    return f"ANSWER: {converted['converted_value']}"

def guesses(prompt, tools, call):
    call("get_weather", city="Oslo")
    converted = call("unit_convert", value=12.5, from_unit="celsius", to_unit="fahrenheit")
    return f"ANSWER: {converted['converted_value']}"

def breaks(prompt, tools, call):
    return tools["none"]

server, token = sys.argv[1:]
print(json.dumps({
    "solved": solved(server, token, agent),
    "guessed": attempt(server, token, "L1_convert", guesses)["verdict"],
    "broken": attempt(server, token, "L0_weather", breaks),
}))
